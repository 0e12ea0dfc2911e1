/**
 * The engine of this device tells what a tap changed; the screens are given all of it. What stays as
 * it was is the same object as before.
 *
 * @import { View } from "./types.js"
 */

/**
 * @param {any} told a view whose parts that are missing are as `before`, and so are the items of a list
 *   in whose place a number stands: the item at that place before
 * @param {View} before
 * @returns {View}
 */
export function wholeView({ partial: _, ...told }, before) {
  for (const name of /** @type {const} */ (["squares", "players", "legal"])) {
    const earlier = before[name];
    if (name in told)
      told[name] = told[name].map((/** @type {any} */ each) =>
        typeof each === "number" ? earlier[each] : each,
      );
  }
  return { ...before, ...told };
}
