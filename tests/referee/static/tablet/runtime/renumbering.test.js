import assert from "node:assert/strict";
import { test } from "node:test";
import { numbersOf, renumbered } from "../../../../../referee/static/tablet/runtime/renumbering.js";

const waiting = (id) => ({ event_id: id, state: "waiting" });
const confirmed = (id, seq) => ({ event_id: id, state: "confirmed", seq });

test("what waits has the numbers that follow the server's rows", () => {
  const numbers = numbersOf([confirmed("a", 2), waiting("b"), waiting("c")], 5);
  assert.deepEqual(
    [...numbers].map(([n, entry]) => [n, entry.event_id]),
    [
      [2, "a"],
      [6, "b"],
      [7, "c"],
    ],
  );
});

test("what was set aside has no number", () => {
  const numbers = numbersOf([{ event_id: "a", state: "set_aside" }, waiting("b")], 0);
  assert.deepEqual([...numbers.keys()], [1]);
});

const before = numbersOf([confirmed("a", 1), waiting("b"), waiting("c")], 1);
const after = numbersOf([confirmed("a", 1), waiting("b"), waiting("c")], 3);

test("what was read reaches to where others' rows came between, and no further", () => {
  const read = (through) => ({ type: "understood", through });
  assert.deepEqual(renumbered(read(2), before, after, 3), read(1));
  assert.deepEqual(renumbered(read(3), before, after, 3), read(1));
  assert.equal(renumbered(read(1), before, after, 3), null);
  assert.equal(renumbered(read(3), before, before, 1), null);
});

test("what was read of rows that are lost was not read", () => {
  const read = { type: "understood", through: 15 };
  const later = numbersOf([waiting("b")], 15);
  assert.deepEqual(renumbered(read, later, numbersOf([waiting("b")], 10), 10), {
    ...read,
    through: 10,
  });
});

test("a correction names the same events by the numbers they have now", () => {
  const event = {
    type: "revise",
    seq: 2,
    through: 3,
    without: [3, 1],
    replacement: [],
    reason: "",
  };
  assert.deepEqual(renumbered(event, before, after), {
    ...event,
    seq: 4,
    through: 5,
    without: [5, 1],
  });
  assert.equal(renumbered({ type: "revert", seq: 3, reason: "" }, before, after).seq, 5);
});

test("rows of others keep their numbers", () => {
  assert.equal(renumbered({ type: "revise", seq: 9, replacement: [] }, before, after), null);
});

test("what names no rows, or none that moved, stays as it is", () => {
  assert.equal(renumbered({ type: "roll", seq: 2 }, before, after), null);
  assert.equal(renumbered({ type: "revise", seq: 1, replacement: [] }, before, after), null);
  assert.equal(renumbered({ type: "revise", seq: 2, replacement: [] }, before, before), null);
});
