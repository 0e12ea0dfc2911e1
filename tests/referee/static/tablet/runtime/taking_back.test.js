import assert from "node:assert/strict";
import { test } from "node:test";
import { takingBack } from "../../../../../referee/static/tablet/runtime/taking_back.js";

const roll = { type: "roll", player: "p1", dice: [1, 2] };
const undo = { type: "undo", reason: "mistake" };
const note = { type: "note", text: "A cup fell." };
const revise = { type: "revise", seq: 4, replacement: [], reason: "mistake" };
const board = { undo: { kind: "undo", n: 7, seq: 7 }, ledger: [roll] };
const correctedBefore = { ...board, ledger: [roll, revise, roll] };
const correction = { undo: { kind: "revert", n: 7, seq: 7 }, ledger: [roll, revise] };
const REVERT = { type: "revert", seq: 7 };
const UNDO = { type: "undo" };

const CASES = [
  ["an event of the board", board, [], UNDO],
  ["nothing yet", null, [], UNDO],
  ["a correction", correction, [], REVERT],
  ["a correction, with a note since", correction, [note], REVERT],
  ["what nobody has judged", correction, [note, roll], UNDO],
  ["a correction, once what came since is taken back", correction, [roll, undo], REVERT],
  ["two events, where nothing was corrected", board, [undo], UNDO],
  ["two events, one of them unjudged", correctedBefore, [roll], UNDO],
  ["what lies below, which may be a correction", correctedBefore, [undo], null],
  ["what lies below what is unjudged", correction, [roll, undo, undo], null],
  ["a correction that nobody has judged", board, [roll, revise], null],
];

for (const [what, view, unjudged, expected] of CASES) {
  test(`taking back ${what}`, () => {
    assert.deepEqual(takingBack(view, unjudged), expected);
  });
}
