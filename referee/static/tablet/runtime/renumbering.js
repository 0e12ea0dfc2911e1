/**
 * Corrections, and what says that they were read, name rows by number. The numbers of own events that
 * wait move where the server's log got rows of others before them: what waits then names the same
 * events by their new numbers. Pure: no network, no storage.
 *
 * @import { BoardEvent, Entry } from "./types.js"
 */

/**
 * The numbers of own events in the log.
 * @param {Entry[]} entries @param {number} head of the server's rows
 * @returns {Map<number, Entry>}
 */
export function numbersOf(entries, head) {
  const waiting = entries.filter((entry) => entry.state === "waiting");
  const confirmed = entries.filter((entry) => entry.state === "confirmed");
  return new Map([
    ...confirmed.map((entry) => /** @type {const} */ ([entry.seq ?? 0, entry])),
    ...waiting.map((entry, index) => /** @type {const} */ ([head + index + 1, entry])),
  ]);
}

/**
 * An event that names rows, as it has to be now; null where none of them has moved.
 * @param {BoardEvent} event
 * @param {Map<number, Entry>} before own events by the numbers they had
 * @param {Map<number, Entry>} after and by those they have
 * @param {number} head of the server's rows
 * @returns {BoardEvent | null}
 */
export function renumbered(event, before, after, head) {
  const now = new Map([...after].map(([n, entry]) => [entry.event_id, n]));
  /** @param {number} n */
  const moved = (n) => now.get(before.get(n)?.event_id ?? "") ?? n;
  const renewed =
    event.type === "understood"
      ? readUpTo(
          event,
          [...before.keys()].filter((n) => moved(n) !== n),
          head,
        )
      : corrected(event, moved);
  return JSON.stringify(renewed) === JSON.stringify(event) ? null : renewed;
}

/**
 * What was read reaches up to where others' rows came between, or rows were lost, and no further.
 * @param {BoardEvent} event @param {number[]} moved the numbers that own events no longer have
 * @param {number} head @returns {BoardEvent}
 */
function readUpTo(event, moved, head) {
  if (moved.length === 0) return event;
  return { ...event, through: Math.min(Number(event.through), head, ...moved.map((n) => n - 1)) };
}

/** @param {BoardEvent} event @param {(n: number) => number} moved @returns {BoardEvent} */
function corrected(event, moved) {
  if (event.type !== "revise" && event.type !== "revert") return event;
  /** @type {BoardEvent} */
  const renewed = { ...event, seq: moved(Number(event.seq)) };
  if (event.through !== undefined) renewed.through = moved(Number(event.through));
  if (Array.isArray(event.without)) renewed.without = event.without.map(moved);
  return renewed;
}
