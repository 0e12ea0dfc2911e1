/**
 * What the screens are shown: one plain object, made anew at each change.
 *
 * @import { ClockState, Confirmation, GameRecord, SyncState, TableInfo } from "./types.js"
 * @import { Table } from "./table.js"
 */
import { readClock } from "./clock.js";
import { withoutElapsed } from "./game_record.js";
import { pausesOf } from "./pauses.js";

/** @param {GameRecord} record @returns {TableInfo} */
export function tableInfo({ event, round, table, game, practice, tutorial, estimate, state }) {
  return {
    event: event?.name ?? null,
    round,
    table,
    game,
    practice,
    tutorial: tutorial ?? false,
    estimate: estimate ?? false,
    finalised: state === "confirmed",
  };
}

/** @param {Table} table @returns {SyncState["lease"]} */
function leaseOf({ record }) {
  if (record.practice) return "practice";
  if (record.revoked || !record.token) return "revoked";
  return record.lease?.held ? "held" : "other";
}

/** @param {Table} table @returns {SyncState["state"]} */
function logState({ record, outbox, sync }) {
  const open = record.setAside.some((one) => one.state === "open");
  if (open || outbox.notHandedOver.length > 0) return "needs_chief";
  if (record.practice) return "recorded";
  if (outbox.waiting.length === 0) return "confirmed";
  const { reachable, silent } = sync.connection;
  return reachable && !silent && navigator.onLine ? "recorded" : "waiting";
}

/** @param {Table} table @returns {SyncState} */
export function syncState(table) {
  const { record, outbox, sync } = table;
  const { connection } = sync;
  const open = record.setAside.filter((one) => one.state === "open");
  return {
    state: logState(table),
    waiting: outbox.waiting.length,
    setAsideCount: outbox.notHandedOver.length + open.reduce((sum, one) => sum + one.events, 0),
    ackedAt: sync.ackedAt,
    ackAge: sync.ackedAt === null ? null : Math.floor((Date.now() - sync.ackedAt) / 1000),
    silent: connection.silent,
    online: navigator.onLine && !connection.lost,
    resets: connection.resets,
    lease: leaseOf(table),
    holder: record.lease?.holder?.label ?? null,
  };
}

/**
 * What an exchange with the server may change on the screens, but for what moves with every second;
 * equal texts look the same.
 * @param {Table} table
 */
export function shownOfSync(table) {
  const { record, calls, engine } = table;
  const { ackedAt, ackAge: _, ...sync } = syncState(table);
  return JSON.stringify([
    { ...sync, everAcked: ackedAt !== null },
    [calls.asking(record), calls.cleared(record), setAsideOf(table)],
    [record.head.seq, withoutElapsed(record)],
    [engine.judge, engine.error],
  ]);
}

/**
 * What the server says of the result, and who has confirmed and disputed by this tablet's own log.
 * @param {Table} table
 * @returns {Confirmation}
 */
export function confirmationOf({ record, view }) {
  const { confirmed, disputed } = view?.confirmed ? view : record.confirmation;
  return { ...record.confirmation, confirmed, disputed };
}

/** What went to the chief: decided and open ones of the server, and what it has yet to get. @param {Table} table */
export function setAsideOf({ record, outbox }) {
  const notHandedOver = outbox.notHandedOver.map(({ event, at, reason }) => ({
    event,
    at,
    reason,
    state: "open",
    decision: null,
  }));
  return [...record.setAside, ...notHandedOver];
}

/** @param {Table} table */
export function clockOf(table) {
  const { record, view } = table;
  const mayCallTime = record.header.mode === "two-hour" && view?.status === "playing";
  return readClock(record, pausesOf(table), mayCallTime);
}

/** @returns {SyncState} of a tablet without a table */
export function unpairedSync() {
  return {
    state: "recorded",
    waiting: 0,
    setAsideCount: 0,
    ackedAt: null,
    ackAge: null,
    silent: false,
    online: navigator.onLine,
    resets: 0,
    lease: "revoked",
    holder: null,
  };
}

/** @returns {ClockState} */
export function noClock() {
  return { known: false, state: "waiting", remaining: 0, extra: 0, prompt: "none" };
}
