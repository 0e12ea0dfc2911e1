import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clockOf,
  secondsLeft,
} from "../../../../../tournament/static/tournament/public/clock_ledger.js";

const at = (minutes) => new Date(Date.UTC(2026, 4, 16, 10, minutes)).toISOString();
const HOUR = 3600;

test("a clock that nobody started stands at its length", () => {
  assert.deepEqual(clockOf({}, HOUR), { state: "waiting", endsAt: null, standing: HOUR });
});

test("a clock that runs ends later by the pauses of the hall, and by a table's own time", () => {
  const ledger = {
    1: { kind: "start", at: at(0) },
    2: { kind: "pause", at: at(10) },
    10: { kind: "extra", at: at(16), table: 3, seconds: 120 },
    3: { kind: "resume", at: at(15) },
  };
  const hall = clockOf(ledger, HOUR);
  assert.equal(hall.state, "running");
  assert.equal(new Date(hall.endsAt).toISOString(), at(65));
  assert.equal(secondsLeft(hall, Date.parse(at(60))), 300);
  const table = clockOf(ledger, HOUR, 3, { paused_seconds: 60 });
  assert.equal(new Date(table.endsAt).toISOString(), at(68));
  assert.equal(new Date(clockOf(ledger, HOUR, 4).endsAt).toISOString(), at(65));
});

test("a table that pauses stands where the hall's clock was then", () => {
  const ledger = { 1: { kind: "start", at: at(0) } };
  const paused = clockOf(ledger, HOUR, 3, { paused_seconds: 0, paused_at: at(20) });
  assert.deepEqual(paused, { state: "paused", endsAt: null, standing: 40 * 60 });
});

test("a table that pauses after the server's clock was set back stands where it was", () => {
  const ledger = {
    1: { kind: "start", at: at(0) },
    2: { kind: "pause", at: at(30) },
    3: { kind: "resume", at: at(-30) },
  };
  const paused = clockOf(ledger, HOUR, 3, { paused_seconds: 0, paused_at: at(-20) });
  assert.deepEqual(paused, { state: "paused", endsAt: null, standing: 20 * 60 });
});

test("a clock that was ended stands", () => {
  const ledger = { 1: { kind: "start", at: at(0) }, 2: { kind: "end", at: at(50) } };
  const own = { paused_seconds: 0, paused_at: at(20) };
  assert.deepEqual(clockOf(ledger, HOUR, 3, own), {
    state: "ended",
    endsAt: null,
    standing: 600,
  });
});
