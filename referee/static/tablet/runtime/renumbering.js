/**
 * Corrections, and what says that they were read, name rows by number. The numbers of own events that
 * wait move where the server's log got rows of others before them: what waits then names the same
 * events by their new numbers. Pure: no network, no storage.
 *
 * @import { BoardEvent, Entry } from "./types.js"
 */
const NAMING = ["revise", "revert", "understood"];

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
 * A correction with the numbers that the events it names have now; null where none has moved.
 * @param {BoardEvent} event
 * @param {Map<number, Entry>} before own events by the numbers they had
 * @param {Map<number, Entry>} after and by those they have
 * @returns {BoardEvent | null}
 */
export function renumbered(event, before, after) {
  if (!NAMING.includes(event.type)) return null;
  const now = new Map([...after].map(([n, entry]) => [entry.event_id, n]));
  /** @param {number} n */
  const moved = (n) => now.get(before.get(n)?.event_id ?? "") ?? n;
  /** @type {BoardEvent} */
  const renewed = { ...event };
  if (event.seq !== undefined) renewed.seq = moved(Number(event.seq));
  if (event.through !== undefined) renewed.through = moved(Number(event.through));
  if (Array.isArray(event.without)) renewed.without = event.without.map(moved);
  return JSON.stringify(renewed) === JSON.stringify(event) ? null : renewed;
}
