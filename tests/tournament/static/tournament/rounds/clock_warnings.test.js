// A clock that comes down to a mark is told once, by the sentence of that mark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { followWarnings } from "../../../../../tournament/static/tournament/rounds/clock_warnings.js";

test("each mark is told as the clock falls to it, and none that was passed before", () => {
  const warn = JSON.stringify({ 0: "time", 60: "1 min", 300: "5 min", 900: "15 min" });
  const clock = Object.assign(new EventTarget(), { dataset: { warn } });
  globalThis.document = /** @type {any} */ (clock);
  /** @type {string[]} */
  const told = [];
  followWarnings((sentence) => told.push(sentence));
  const at = (/** @type {number} */ left) =>
    clock.dispatchEvent(new CustomEvent("timeleft", { detail: left }));
  for (const left of [901, 900, 899, 301, 299, 61, 60, 59, 1, 0, -1]) at(left);
  assert.deepEqual(told, ["15 min", "5 min", "1 min", "time"]);
  at(290);
  assert.equal(told.length, 4);
});
