import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { StaffStream } from "../../../../../tournament/static/tournament/console/staff_stream.js";
import { eventSources } from "../../event_sources.js";

// A stream that a test speaks on, and what the page is told.
let sources;
let told;
let stream;

const note = (name) => () => told.push(name);

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  sources = eventSources();
  told = [];
  stream = new StaffStream("/here", {
    changed: note("changed"),
    moved: note("moved"),
    ended: note("ended"),
  });
  stream.open();
});

afterEach(() => {
  stream.close();
  mock.timers.reset();
});

test("what it hears is told, and beats are not", () => {
  assert.equal(stream.pollMs, null);
  sources[0].say("ready", { poll_ms: 10_000 });
  assert.equal(stream.pollMs, 10_000);
  for (const event of ["beat", "moved", "changed", "beat"]) sources[0].say(event);
  assert.deepEqual(told, ["changed", "moved", "changed"]);
});

test("a stream that is silent has ended, and is opened again", () => {
  sources[0].say("ready", { poll_ms: 10_000 });
  mock.timers.tick(4_000);
  sources[0].say("beat");
  mock.timers.tick(4_900);
  assert.equal(stream.pollMs, 10_000);
  mock.timers.tick(200);
  assert.equal(stream.pollMs, null);
  assert.deepEqual(told, ["changed", "ended"]);
  assert.ok(sources[0].closed);
  mock.timers.tick(1_500);
  assert.equal(sources.length, 2);
});

test("where there is none it is tried more and more rarely, and nothing is told", () => {
  for (let minute = 0; minute < 10; minute += 1) {
    mock.timers.tick(60_000);
    for (const source of sources) if (!source.closed) source.say("error");
  }
  assert.ok(sources.length <= 25, `${sources.length}`);
  assert.deepEqual(told, []);
});

test("a page nobody looks at has no stream", () => {
  sources[0].say("ready", { poll_ms: 10_000 });
  stream.close();
  mock.timers.tick(120_000);
  assert.ok(sources[0].closed);
  assert.equal(sources.length, 1);
  assert.deepEqual(told, ["changed"]);
});
