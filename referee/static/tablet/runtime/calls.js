/**
 * Calls for the judge: kept until the server answers.
 *
 * @import { Api, Reply } from "./api.js"
 * @import { Call, GameRecord } from "./types.js"
 * @import { Store } from "./store.js"
 */
import { secondsSince, timestamp } from "./clock.js";

const CLEARED = "cleared";
const WITHDRAWN = "withdrawn";

/** @typedef {{id: string, game: string, body: {state: string, topic?: string, player?: string,
 *   note?: string, at?: string}}} WaitingCall */

export class Calls {
  /** @param {Store} store @param {WaitingCall[]} waiting */
  constructor(store, waiting) {
    /** @private */ this.store = store;
    this.waiting = waiting;
  }

  /** @param {Store} store @param {string} game */
  static async load(store, game) {
    const all = await store.all("calls");
    return new Calls(
      store,
      all.filter((call) => call.game === game),
    );
  }

  /** @param {GameRecord} record @param {{topic: string, player?: string, note?: string}} call */
  async open(record, { topic, player = "", note = "" }) {
    const body = { state: "open", topic, player, note, at: timestamp(record) };
    await this.keep({ id: crypto.randomUUID(), game: record.game, body });
  }

  /** @param {string} game @param {string} id */
  async withdraw(game, id) {
    await this.keep({ id, game, body: { state: WITHDRAWN } });
  }

  /** @private @param {WaitingCall} call */
  async keep(call) {
    await this.store.write([{ store: "calls", put: call }]);
    this.waiting = [...this.waiting.filter((other) => other.id !== call.id), call];
  }

  /**
   * Send the oldest that waits.
   * @param {Api} api @param {GameRecord} record
   * @returns {Promise<Reply | null>} null when none waits
   */
  async send(api, record) {
    const call = this.waiting[0];
    if (!call) return null;
    const path = `games/${record.game}/calls/${call.id}`;
    const reply = await api.ask("PUT", path, { token: record.token, body: call.body });
    if (reply.kind === "again") return reply;
    // A newer wish about the same call may have been kept while this one travelled.
    const newer = this.waiting.some((other) => other !== call && other.id === call.id);
    if (!newer) await this.store.write([{ store: "calls", remove: call.id }]);
    this.waiting = this.waiting.filter((other) => other !== call);
    if (reply.kind === "answer") {
      const others = record.calls.filter((other) => other.id !== call.id);
      record.calls = [{ ...reply.body.call, sent: true, age: null }, ...others];
    }
    return neverCame(call, reply) ? { kind: "answer", status: 404, body: null } : reply;
  }

  /** Those that ask for somebody, sent or not. @param {GameRecord} record @returns {Call[]} */
  asking(record) {
    return this.standing(record).filter((call) => call.topic !== CLEARED);
  }

  /** The word that all was handed in, unless it was taken back. @param {GameRecord} record @returns {Call | null} */
  cleared(record) {
    const all = this.standing(record);
    return all.find((call) => call.topic === CLEARED && call.state !== WITHDRAWN) ?? null;
  }

  /** Sent and unsent ones together, without those whose withdrawal waits. @private @param {GameRecord} record @returns {Call[]} */
  standing(record) {
    const unsent = this.waiting.filter((call) => call.body.state === "open").map(unsentCall);
    const waiting = new Set(this.waiting.map((call) => call.id));
    const sent = record.calls.filter((call) => !waiting.has(call.id));
    return [
      ...unsent,
      ...sent.map((call) => ({
        ...call,
        sent: true,
        age: secondsSince(record, call.opened_at),
      })),
    ];
  }
}

/** Whether a call was withdrawn before the server had heard of it. @param {WaitingCall} call @param {Reply} reply */
function neverCame({ body }, reply) {
  return body.state === WITHDRAWN && reply.kind === "problem" && reply.status === 404;
}

/** @param {WaitingCall} call @returns {Call} */
function unsentCall({ id, body }) {
  return {
    id,
    state: "open",
    topic: body.topic ?? "other",
    player: body.player ?? "",
    note: body.note ?? "",
    opened_at: body.at ?? "",
    claimed_by: null,
    resolution: null,
    credited_seconds: 0,
    sent: false,
    age: null,
  };
}
