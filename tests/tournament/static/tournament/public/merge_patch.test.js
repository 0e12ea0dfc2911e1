import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { merged } from "../../../../../tournament/static/tournament/public/merge_patch.js";

const file = new URL("../../../../referee/live/publishing/merge_patches.json", import.meta.url);
const { made, applied } = JSON.parse(readFileSync(file, "utf-8"));

for (const { before, patch, after } of [...made, ...applied]) {
  test(`${JSON.stringify(before)} with ${JSON.stringify(patch)}`, () => {
    const kept = JSON.stringify(before);
    assert.deepEqual(merged(before, patch), after);
    assert.equal(JSON.stringify(before), kept, "the document before is as it was");
  });
}

test("what a patch does not touch is the same object as before", () => {
  const before = { tables: { 1: { turn: 4 }, 2: { turn: 9 } }, players: { p01: {} } };
  const after = merged(before, { tables: { 2: { turn: 10 } } });
  assert.equal(after.tables[1], before.tables[1]);
  assert.equal(after.players, before.players);
  assert.notEqual(after.tables[2], before.tables[2]);
});

test("no member of a patch reaches what all objects share", () => {
  merged({}, JSON.parse('{"__proto__": {"polluted": true}}'));
  assert.equal({}.polluted, undefined);
});
