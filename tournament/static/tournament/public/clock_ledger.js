// A table's or the hall's clock by its ledger, as the public state has it.

/**
 * @typedef {{ kind: string, at: string, table?: number, seconds?: number }} LedgerLine
 * @typedef {{ paused_seconds?: number, paused_at?: string }} OwnPauses
 * @typedef {{ state: "waiting" | "running" | "paused" | "ended", endsAt: number | null,
 *   standing: number }} Clock a clock that runs is at 0 at `endsAt` (milliseconds), one that stands
 *   has `standing` seconds left
 */

/** @type {Record<string, Clock["state"]>} */
const STATE_AFTER = { start: "running", resume: "running", pause: "paused", end: "ended" };

/** @param {Record<string, LedgerLine>} ledger by the lines' numbers */
const inOrder = (ledger) =>
  Object.entries(ledger)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, line]) => line);

/**
 * Milliseconds that a clock had run until a moment, and what state it was in. Steps were made in
 * the order of the ledger, even where the server's clock was set back between two of them: all up
 * to the last one made by then count.
 * @param {LedgerLine[]} lines
 * @param {number} until
 */
function run(lines, until) {
  /** @type {{ state: Clock["state"], gone: number, since: number }} */
  const clock = { state: "waiting", gone: 0, since: 0 };
  let told = { ...clock };
  for (const line of lines) {
    const next = STATE_AFTER[line.kind];
    if (!next) continue;
    const at = Date.parse(line.at);
    if (clock.state === "running") clock.gone += Math.max(at - clock.since, 0);
    [clock.state, clock.since] = [next, at];
    if (at <= until) told = { ...clock };
  }
  return told;
}

/**
 * The hall's clock of a round; with a `table`, that table's, which gets its extra time and pauses of
 * its own.
 * @param {Record<string, LedgerLine>} ledger
 * @param {number} length in seconds
 * @param {number} [table]
 * @param {OwnPauses} [own]
 * @returns {Clock}
 */
export function clockOf(ledger, length, table, own = {}) {
  const lines = inOrder(ledger);
  const { state, gone, since } = run(lines, Number.POSITIVE_INFINITY);
  const granted = lines.filter((line) => table !== undefined && line.table === table);
  const extra = granted.reduce((sum, line) => sum + (line.seconds ?? 0), own.paused_seconds ?? 0);
  if (own.paused_at !== undefined && state !== "ended") {
    const until = run(lines, Date.parse(own.paused_at));
    const ran =
      until.state === "running" ? until.gone + Date.parse(own.paused_at) - until.since : until.gone;
    return { state: "paused", endsAt: null, standing: length + extra - Math.floor(ran / 1000) };
  }
  if (state === "running") {
    return { state, endsAt: since + (length + extra) * 1000 - gone, standing: 0 };
  }
  return { state, endsAt: null, standing: length + extra - Math.floor(gone / 1000) };
}

/**
 * Seconds left on a clock.
 * @param {Clock} clock
 * @param {number} now milliseconds
 */
export const secondsLeft = (clock, now) =>
  clock.endsAt === null ? clock.standing : (clock.endsAt - now) / 1000;
