/**
 * What takes back the last thing in force, where some of it was recorded while nobody judged.
 *
 * @import { BoardEvent, View } from "./types.js"
 */
import { isAdministrative, isCorrection } from "./wire_events.js";

/**
 * The event that takes back what stands last: an undo of an event of the board, a revert of the
 * table's correction. Null where only who judges can tell which: what nobody has judged goes below
 * what the `view` knows, where the log has corrections, or has one itself.
 *
 * @param {Pick<View, "undo" | "ledger"> | null} view before the `unjudged` events
 * @param {BoardEvent[]} unjudged
 * @returns {{type: "undo"} | {type: "revert", seq: number} | null}
 */
export function takingBack(view, unjudged) {
  const corrected = view?.ledger.some(isCorrection);
  let onTop = 0;
  for (const event of unjudged.filter((each) => !isAdministrative(each))) {
    const deeper = event.type === "undo" && onTop === 0;
    if (isCorrection(event) || (deeper && corrected)) return null;
    onTop = Math.max(0, onTop + (event.type === "undo" ? -1 : 1));
  }
  const step = view?.undo;
  if (onTop > 0 || step?.kind !== "revert") return { type: "undo" };
  return { type: "revert", seq: step.seq };
}
