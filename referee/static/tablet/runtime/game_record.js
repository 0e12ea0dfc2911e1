/**
 * What a tablet keeps of a table: as the server tells it, and what of that the screens look at.
 *
 * @import { GameRecord } from "./types.js"
 */
import { localNow } from "./clock.js";
import { headOf } from "./server_rows.js";

/** @param {any} body the bootstrap @param {Partial<GameRecord>} own @returns {GameRecord} */
export function recordOf(body, own) {
  return {
    game: body.game,
    practice: false,
    token: null,
    device: null,
    event: body.event,
    round: body.round,
    table: body.table,
    edition: body.edition,
    roles: body.roles,
    header: body.header,
    seats: body.seats,
    state: body.state,
    head: headOf(body.log),
    lease: body.lease,
    clock: body.clock,
    clockReceived: localNow(),
    calls: body.calls ?? [],
    setAside: body.set_aside ?? [],
    confirmation: body.confirmation,
    estimate: body.estimate,
    revoked: false,
    steps: [],
    release: null,
    next: body.next ?? null,
    behind: Boolean(body.next),
    ...own,
  };
}

/**
 * What the server says of a table, but for how far its clock has run; equal texts say the same.
 * @param {GameRecord} record
 */
export function withoutElapsed({ clock, ...record }) {
  const { state, lease, calls, setAside, confirmation, next, estimate } = record;
  const { announcements = [] } = record;
  const stopped = { ...clock, elapsed: 0, elapsed_ms: 0, as_of: "" };
  const told = [calls, setAside, confirmation, next, estimate, announcements];
  return JSON.stringify([state, lease, stopped, ...told]);
}
