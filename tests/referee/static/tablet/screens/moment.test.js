import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOf } from "../../../../../referee/static/tablet/screens/moment.js";

const row = (n, type, onBoard = true, undone = false) => ({ n, type, onBoard, undone });

test("the moment is the last row in force that changed the board", () => {
  assert.equal(momentOf(null), 0);
  assert.equal(momentOf({ ledger: [] }), 0);
  assert.equal(momentOf({ ledger: [row(1, "roll"), row(2, "pause", false)] }), 1);
  assert.equal(momentOf({ ledger: [row(1, "roll"), row(2, "buy", true, true)] }), 1);
});

test("a correction makes another moment, though it is no event of the board", () => {
  for (const type of ["revise", "revert"])
    assert.equal(momentOf({ ledger: [row(1, "roll"), row(2, type, false)] }), 2);
});
