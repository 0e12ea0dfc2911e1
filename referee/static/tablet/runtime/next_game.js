/**
 * When a tablet goes on to its table's game in the next round, and when it waits for a person.
 *
 * @import { Api } from "./api.js"
 * @import { NextGame } from "./types.js"
 * @import { Paired } from "./pairing.js"
 * @import { Store } from "./store.js"
 * @import { Table } from "./table.js"
 */
import { problemFor } from "./messages.js";
import { pairWithNext } from "./pairing.js";
import { forgettingGame } from "./store.js";

const RETRY_MS = 5_000;

/** Whether anything recorded at this table has yet to reach the server. @param {Table} table */
function holdsUnsent({ outbox, calls }) {
  return outbox.waiting.length + outbox.notHandedOver.length + calls.waiting.length > 0;
}

/**
 * Whether the game needs this tablet no more, by the server's word: it is confirmed, everybody
 * has confirmed (the chief referee has the rest), or it never began and another round came.
 * @param {Table} table
 */
function isDone({ record, outbox }) {
  const { state, confirmation, steps } = record;
  if (state === "confirmed") return true;
  if (state === "waiting")
    return outbox.entries.length === 0 && steps.length === 0 && !record.behind;
  const { required, confirmed, disputed } = confirmation;
  const allSaid = required.length > 0 && required.every((id) => confirmed.includes(id));
  return allSaid && disputed.length === 0;
}

/** Whether leaving the table loses sight of something: then a person says so first. @param {Table} table */
export function isUnfinished(table) {
  const { practice, revoked } = table.record;
  return !revoked && (!isDone(table) || (!practice && holdsUnsent(table)));
}

/**
 * Whether a table that is left need not be kept. What the chief was given is: a server restored
 * from a backup asks for it again.
 * @param {Table} table
 */
export function isForgotten({ record, outbox }) {
  return record.practice || (record.state === "confirmed" && outbox.handedOver.length === 0);
}

/** Where this tablet goes on, and whether it may by itself. @param {Table} table @returns {NextGame | null} */
export function nextGameOf(table) {
  const { record } = table;
  if (!record.next || record.practice || record.revoked || !record.token) return null;
  return { ...record.next, done: isDone(table) && !holdsUnsent(table) };
}

/** The step from one game to the next. */
export class NextGamePairing {
  /** @param {Store} store @param {Api} api @param {string} releaseAddress */
  constructor(store, api, releaseAddress) {
    /** @private */ this.store = store;
    /** @private */ this.api = api;
    /** @private */ this.releaseAddress = releaseAddress;
    /** @private */ this.asking = false;
    /** @private by itself it is not asked for before */ this.notBefore = 0;
  }

  /** Whether the tablet goes on now by itself: without a network it stays. @param {Table} table */
  isDue(table) {
    if (this.asking || performance.now() < this.notBefore) return false;
    const { reachable, silent } = table.sync.connection;
    const next = nextGameOf(table);
    return Boolean(next?.exists && next.done && reachable && !silent);
  }

  /**
   * The next game is this tablet's then, and kept.
   * @param {Table} table that it leaves
   * @returns {Promise<Paired | null>} null while it is being asked for
   */
  async take(table) {
    if (this.asking) return null;
    if (holdsUnsent(table)) return { ok: false, problem: problemFor("waiting") };
    this.asking = true;
    try {
      const next = await pairWithNext(this.store, this.api, table.record, this.releaseAddress);
      if (next.ok) await this.leave(table);
      return next;
    } finally {
      this.asking = false;
      this.notBefore = performance.now() + RETRY_MS;
    }
  }

  /**
   * Forget what the server has for good. The table stops first: what it would still keep of an
   * answer would bring half of the game back.
   * @private @param {Table} table
   */
  async leave(table) {
    table.stop();
    if (!isForgotten(table)) return;
    // Where that fails the next game is open all the same.
    await this.store.write(forgettingGame(table.record.game)).catch(() => undefined);
  }
}
