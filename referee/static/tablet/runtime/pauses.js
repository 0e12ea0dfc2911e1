/**
 * The table's own pauses, as its log and this tablet's entries tell of them.
 *
 * @import { Outbox } from "./outbox.js"
 * @import { Table } from "./table.js"
 * @import { PauseView } from "./types.js"
 */
import { hallElapsed } from "./clock.js";

/**
 * The pauses of the log as the journal told them last, and how far the hall's clock had run when the
 * one that lasts began: kept with the entry of this tablet, else what the server says of another's.
 * @param {Table} table
 * @returns {{all: PauseView[], lasting: boolean, since: number | null}}
 */
export function pausesOf({ record, outbox, view }) {
  const all = view?.pauses ?? [];
  const last = all.at(-1);
  if (!last || last.ended > 0) return { all, lasting: false, since: null };
  const told = record.clock?.pauses;
  const known = told && told.through >= last.began ? told.since : null;
  return { all, lasting: true, since: hallElapsedAt(outbox, last.began) ?? known };
}

/**
 * How many seconds the hall's clock ran during the pause that lasts; null where nobody knows.
 * @param {Table} table
 */
export function pausedSeconds(table) {
  const { since } = pausesOf(table);
  return since === null ? null : Math.max(0, Math.round(hallElapsed(table.record) - since));
}

/**
 * How far the hall's clock had run when this tablet recorded the pause that is row `n`, in
 * seconds; null where another tablet did.
 * @param {Outbox} outbox @param {number} n
 */
function hallElapsedAt({ rows, entries, waiting }, n) {
  const row = rows[n - 1];
  const own = row
    ? entries.find((entry) => entry.event_id === row.event_id)
    : waiting[n - rows.length - 1];
  return own?.hallElapsed ?? null;
}

/**
 * Since when the table pauses, in ms since 1970: with what was recorded while nobody judged.
 * @param {Outbox} outbox
 * @param {number | null} judged as the journal told it last; null: it does not
 */
export function pausedSince({ waiting }, judged) {
  const last = waiting.findLast(
    ({ event, judged: known }) => !known && (event.type === "pause" || event.type === "resume"),
  );
  if (!last) return judged;
  return last.event.type === "pause" ? Date.parse(last.at) : null;
}
