/**
 * Which moment of the game it is: what is half entered belongs to one.
 *
 * @import { LedgerEntry, View } from "../runtime/types.js"
 */

/** What changes which rows before it count: after it the position is another, whatever came last. */
const CORRECTIONS = ["revise", "revert"];

/** @param {LedgerEntry} entry */
function makesPosition({ type, onBoard, undone }) {
  return !undone && (onBoard || CORRECTIONS.includes(type));
}

/** The number of the last row that made the position what it is; 0 at the start. @param {View | null} view */
export function momentOf(view) {
  return view?.ledger.findLast(makesPosition)?.n ?? 0;
}
