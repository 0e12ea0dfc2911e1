import assert from "node:assert/strict";
import { test } from "node:test";
import { wholeView } from "../../../../../referee/static/tablet/runtime/partial_view.js";

const [a, b, c] = [{ square: 0 }, { square: 1 }, { square: 2 }];
const before = { status: "playing", onTurn: "p1", squares: [a, b], players: [a], legal: [a, b, c] };

test("what is missing is as it was, and the same object", () => {
  const view = wholeView({ onTurn: "p2", partial: true }, before);
  assert.deepEqual(view, { ...before, onTurn: "p2" });
  assert.equal(view.squares, before.squares);
});

test("a number stands for what was at that place", () => {
  const fresh = { square: 9 };
  const view = wholeView({ legal: [2, fresh, 0], squares: [0, fresh], partial: true }, before);
  assert.deepEqual(view.legal, [c, fresh, a]);
  assert.equal(view.legal[0], c);
  assert.equal(view.squares[0], a);
  assert.deepEqual(before.legal, [a, b, c]);
});
