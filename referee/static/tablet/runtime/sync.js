/**
 * Brings the outbox and the server's log together: one request at a time, in order, for ever.
 * Decided outcomes change the outbox; "again" keeps it as it is and comes back later.
 *
 * @import { Api, Reply } from "./api.js"
 * @import { Outbox } from "./outbox.js"
 * @import { Entry, Problem } from "./types.js"
 * @import { Plan } from "./verdicts.js"
 */
import { localNow } from "./clock.js";
import { problem } from "./messages.js";
import { batch, wire } from "./outbox.js";
import { cannotStore } from "./store.js";
import { plan } from "./verdicts.js";

/** After what asking at once would not change, and while nobody looks at the tablet. */
const REST_MS = 5_000;
const LONGEST_DELAY_MS = 5_000;
/** After the chief referee had no room for what was handed over. */
const FULL_MS = 30_000;
/** A server that has not answered for this long is shown as silent. */
export const SILENCE_MS = 5_000;

/** @typedef {{changed: () => void, logChanged: () => Promise<void>, problem: (problem: Problem) => void,
 *   update: () => Promise<boolean>, calls: () => Promise<Reply | null>, app: string,
 *   exclusive: <T>(work: () => Promise<T>) => Promise<T>}} Host
 *   `logChanged`: the board must be folded anew; `update`: another engine is needed, true when had;
 *   `calls`: send what calls wait, null when there are none; `exclusive`: while nothing is judged */

export class Sync {
  /** @param {Api} api @param {Outbox} outbox @param {Host} host */
  constructor(api, outbox, host) {
    /** @private */ this.api = api;
    this.outbox = outbox;
    /** @private */ this.host = host;
    /** @type {number | null} */ this.ackedAt = null;
    /** @type {number | null} */ this.unansweredSince = null;
    /** Connections broken off since the last answer. */
    this.resets = 0;
    /** This tablet's clock minus the server's, in milliseconds; advisory. */
    this.skew = 0;
    this.reachable = false;
    /** @private */ this.failures = 0;
    /** @private */ this.notBefore = 0;
    /** @private */ this.notHandedBefore = 0;
    /** @private */ this.beatAt = 0;
    /** Between two signs of life; the first answer says how long. @private */ this.pollMs = 0;
    /** @private */ this.stopped = false;
    /** @private @type {number | null} */ this.serverSeq = null;
    /** @private @type {(() => void) | null} */ this.wake = null;
    /** @private @type {AbortController | null} */ this.beating = null;
  }

  /** Whether the last exchange got no answer; nothing is lost before anything was sent. */
  get lost() {
    return this.failures > 0;
  }

  get silent() {
    return this.unansweredSince !== null && Date.now() - this.unansweredSince >= SILENCE_MS;
  }

  /** Go on at once: an event was recorded, the network is back, the page is seen again. */
  kick() {
    this.beating?.abort();
    this.wake?.();
  }

  stop() {
    this.stopped = true;
    this.kick();
  }

  async run() {
    while (!this.stopped) {
      const wanted = await this.step().catch((error) => this.stumbled(error));
      const delay = Math.max(wanted, this.notBefore - Date.now());
      this.host.changed();
      if (delay > 0) await this.sleep(delay);
    }
  }

  /** The tablet could not keep what it heard: the same again later. @private @param {unknown} error */
  stumbled(error) {
    this.host.problem(cannotStore(error));
    return REST_MS;
  }

  /** @private @param {number} delay */
  sleep(delay) {
    return new Promise((resolve) => {
      const timer = setTimeout(done, Math.min(delay, REST_MS));
      const self = this;
      function done() {
        clearTimeout(timer);
        self.wake = null;
        resolve(undefined);
      }
      this.wake = done;
    });
  }

  /** One exchange. @returns {Promise<number>} milliseconds to wait before the next */
  async step() {
    const { record } = this.outbox;
    if (!record.token || this.notBefore > Date.now()) return REST_MS;
    const held = this.outbox.unhanded.length > 0;
    if (held && Date.now() >= this.notHandedBefore) return this.handOver();
    if (record.revoked) return held ? REST_MS : this.forgetToken();
    const call = await this.host.calls();
    if (call) return this.settle(call, async () => 0);
    if (this.outbox.waiting.length > 0) return this.send();
    if (this.serverSeq !== null && this.serverSeq > record.head.seq) return this.fetch();
    const due = this.beatAt + (document.hidden ? REST_MS : this.pollMs) - Date.now();
    return due > 0 ? due : this.beat();
  }

  /**
   * @private
   * @param {string} method @param {string} path @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  async ask(method, path, body, signal) {
    const { game, token } = this.outbox.record;
    this.unansweredSince ??= Date.now();
    const reply = await this.api.ask(method, `games/${game}/${path}`, { token, body, signal });
    return reply;
  }

  /**
   * @private
   * @param {Reply} reply
   * @param {(body: any) => Promise<number>} answer
   * @returns {Promise<number>}
   */
  async settle(reply, answer) {
    if (reply.kind === "again") return this.failed(reply.after, reply.reset);
    this.unansweredSince = null;
    this.resets = 0;
    this.failures = 0;
    this.reachable = true;
    if (reply.kind === "answer") return answer(reply.body);
    return this.refused(reply.problem);
  }

  /** @private @param {number} after seconds @param {boolean} reset */
  failed(after, reset) {
    this.reachable = false;
    if (reset) this.resets += 1;
    const delay = Math.min(500 * 2 ** this.failures, LONGEST_DELAY_MS) * (0.75 + Math.random() / 2);
    this.failures = Math.min(this.failures + 1, 10);
    if (after > 0) this.notBefore = Date.now() + 1000 * after;
    return delay;
  }

  /** @private @param {Problem} found @returns {Promise<number>} */
  async refused(found) {
    if (found.code === "device-revoked") {
      await this.outbox.update({ revoked: true });
      await this.setAsideAll("revoked");
    } else if (found.code === "token-unknown") {
      await this.outbox.update({ token: null });
    }
    this.host.problem(found);
    return found.code === "device-revoked" ? 0 : REST_MS;
  }

  /** @private @returns {Promise<number>} */
  async forgetToken() {
    await this.outbox.update({ token: null });
    return REST_MS;
  }

  /** @private @returns {Promise<number>} */
  async send() {
    const { record } = this.outbox;
    const sent = batch(this.outbox.waiting);
    const reply = await this.ask("POST", "events", {
      lease_epoch: record.lease?.epoch ?? 0,
      expected_seq: record.head.seq + 1,
      previous_hash: record.head.hash,
      digest: record.edition.digest,
      on_refusal: "set_aside",
      view: false,
      events: sent.map(wire),
    });
    if (reply.kind === "problem" && [400, 409, 413, 422, 429].includes(reply.status)) {
      // The request itself can never pass: the chief gets its events, the queue is not stuck.
      await this.setAsideAll("other");
    }
    return this.settle(reply, (body) => this.apply(sent, body));
  }

  /** @private @param {Entry[]} sent @param {any} body @returns {Promise<number>} */
  async apply(sent, body) {
    const made = plan(sent, body.results);
    await this.outbox.confirm(made.confirmed);
    if (made.confirmed.length > 0) this.ackedAt = Date.now();
    this.serverSeq = body.head.seq;
    await this.outbox.hear({
      state: body.state, lease: body.lease, confirmation: body.confirmation,
      setAside: body.set_aside,
    });
    if (made.aside.length > 0) await this.quarantine(made);
    return this.follow(made, body);
  }

  /** @private @param {Plan} made what follows in the queue was judged on top of what was refused */
  async quarantine(made) {
    const code = made.reason ?? "other";
    await this.setAsideAll(code, made.aside);
    this.host.problem(problem(code, { as: "chief", detail: made.detail }));
  }

  /**
   * Nothing that waits can be sent any more: the chief gets it.
   * @private @param {string} reason @param {Entry[]} handed what the server keeps already
   */
  setAsideAll(reason, handed = []) {
    return this.host.exclusive(async () => {
      await this.outbox.setAside(handed, reason, true);
      await this.outbox.setAside(this.outbox.waiting, reason, false);
      await this.host.logChanged();
    });
  }

  /** @private @param {Plan} made @param {any} body @returns {Promise<number>} */
  async follow(made, body) {
    if (made.next === "rewind") return this.rewind(body.head);
    if (made.next === "diverged") return this.refetch();
    if (made.next === "update") return (await this.host.update()) ? 0 : REST_MS;
    if (made.next === "fetch") return this.fetch();
    return 0;
  }

  /** @private @returns {Promise<number>} */
  async fetch() {
    const { head } = this.outbox.record;
    const reply = await this.ask("GET", `log?after=${head.seq}&limit=500`);
    return this.settle(reply, async (body) => {
      this.serverSeq = body.head.seq;
      const first = body.rows[0];
      if (first && first.previous_hash !== head.hash) return this.refetch();
      await this.host.exclusive(async () => {
        await this.outbox.extend(body.rows);
        if (!body.more) await this.outbox.reconcile();
        await this.host.logChanged();
      });
      return body.more ? this.fetch() : 0;
    });
  }

  /** @private @param {{seq: number, hash: string}} head @returns {Promise<number>} */
  async rewind(head) {
    const ours = await this.host.exclusive(async () => {
      const rewound = await this.outbox.rewind(head);
      if (rewound) await this.host.logChanged();
      return rewound;
    });
    if (!ours) return this.refetch();
    this.serverSeq = head.seq;
    this.host.problem(problem("restored"));
    return 0;
  }

  /**
   * The server's log is not ours: take it whole. What it lacks of ours goes to the chief.
   * @private @returns {Promise<number>}
   */
  async refetch() {
    await this.setAsideAll("diverged");
    await this.host.exclusive(() => this.outbox.forgetRows());
    return this.fetch();
  }

  /** @private @returns {Promise<number>} */
  async handOver() {
    const { record } = this.outbox;
    const entries = batch(this.outbox.unhanded);
    const reply = await this.ask("POST", "set-aside", {
      reason: entries[0]?.reason ?? "other",
      expected_seq: record.head.seq + 1,
      previous_hash: record.head.hash,
      digest: record.edition.digest,
      events: entries.map(wire),
    });
    // Whatever the reason: the rest goes on, and this is tried again.
    if (reply.kind === "problem") this.notHandedBefore = Date.now() + FULL_MS;
    return this.settle(reply, async (body) => {
      await this.outbox.hand(entries);
      await this.outbox.hear({ setAside: body.set_aside });
      return 0;
    });
  }

  /** @private @returns {Promise<number>} */
  async beat() {
    const { record, waiting } = this.outbox;
    this.beating = new AbortController();
    const body = {
      lease_epoch: record.lease?.epoch ?? 0,
      head_seq: record.head.seq,
      pending: waiting.length,
      app: this.host.app,
      clock_skew_ms: this.skew,
    };
    const reply = await this.ask("POST", "heartbeat", body, this.beating.signal);
    // Broken off by `kick` for something to send: that is no failure of the network.
    if (reply.kind === "again" && this.beating.signal.aborted) return 0;
    this.beating = null;
    return this.settle(reply, (answer) => this.beaten(answer));
  }

  /** @private @param {any} body @returns {Promise<number>} */
  async beaten(body) {
    const { head } = this.outbox.record;
    this.beatAt = Date.now();
    this.pollMs = body.poll_ms;
    this.skew = Math.round(this.beatAt - Date.parse(body.server_time)) || 0;
    this.ackedAt = this.beatAt;
    this.serverSeq = body.head.seq;
    await this.outbox.hear({
      state: body.state, lease: body.lease, clock: body.clock, clockReceived: localNow(),
      calls: body.calls, setAside: body.set_aside, confirmation: body.confirmation,
    });
    if (body.head.seq < head.seq) return this.rewind(body.head);
    if (body.head.seq === head.seq && body.head.hash !== head.hash) return this.refetch();
    if (body.digest !== this.outbox.record.edition.digest) await this.host.update();
    return 0;
  }
}
