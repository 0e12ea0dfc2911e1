import assert from "node:assert/strict";
import { test } from "node:test";
import { DiceEntry } from "../../../../../referee/static/tablet/screens/dice_entry.js";

const tapped = (dice, at, recording = false, entries = 5) => ({ dice, at, recording, entries });

/** What of these taps counts at once. */
function counting(...taps) {
  const entry = new DiceEntry();
  const counts = taps.map(({ dice, ...tap }) => entry.tapped(dice, { ...tap, inTurn: true }));
  return { entry, counts };
}

test("the same throw within a moment waits, and after it counts", () => {
  for (const gap of [150, 450, 600, 1_499])
    assert.deepEqual(counting(tapped([3, 5], 1_000), tapped([3, 5], 1_000 + gap)).counts, [
      true,
      false,
    ]);
  assert.deepEqual(counting(tapped([3, 5], 1_000), tapped([3, 5], 2_500)).counts, [true, true]);
});

test("the same throw after something else was entered counts", () => {
  const next = tapped([3, 5], 1_300, false, 7);
  assert.deepEqual(counting(tapped([3, 5], 1_000), next).counts, [true, true]);
});

test("another throw counts at once", () => {
  assert.deepEqual(counting(tapped([3, 5], 1_000), tapped([3, 6], 1_200)).counts, [true, true]);
});

test("what waits says whether it is the throw before", () => {
  const { entry } = counting(tapped([3, 5], 1_000), tapped([3, 5], 1_200));
  assert.deepEqual(entry.waiting, { dice: [3, 5], again: true });
  entry.clear();
  assert.equal(entry.waiting, null);
});

test("what is tapped while something is recorded waits until that is, and is asked about too", () => {
  const { entry, counts } = counting(tapped([3, 5], 1_000), tapped([3, 5], 1_300, true));
  assert.deepEqual(counts, [true, false]);
  entry.clear();
  entry.takeEarly(true);
  assert.deepEqual(entry.waiting, { dice: [3, 5], again: true });
  assert.equal(counting(tapped([3, 5], 0), tapped([1, 5], 9, true)).entry.early.again, false);
});

test("a throw that was tapped early and fits nothing is not kept", () => {
  const { entry } = counting(tapped([3, 5], 1_000, true));
  entry.takeEarly(false);
  assert.equal(entry.waiting, null);
  assert.equal(entry.unusable, true);
});

test("outside a turn nobody is asked: each throw is tapped for whom it is", () => {
  const entry = new DiceEntry();
  const tap = { recording: false, inTurn: false, entries: 0 };
  assert.equal(entry.tapped([3, 5], { ...tap, at: 1_000 }), true);
  assert.equal(entry.tapped([3, 5], { ...tap, at: 1_300 }), true);
});
