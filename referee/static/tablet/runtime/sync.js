/**
 * Brings the outbox and the server's log together: one request at a time, in order, for ever.
 * Decided outcomes change the outbox; "again" keeps it as it is and comes back later.
 *
 * @import { Api, Reply } from "./api.js"
 * @import { Outbox } from "./outbox.js"
 * @import { Entry, Problem, Row } from "./types.js"
 * @import { Plan } from "./verdicts.js"
 */
import { localNow } from "./clock.js";
import { Connection } from "./connection.js";
import { problemFor } from "./messages.js";
import { Sleep } from "./sleep.js";
import { storageProblem } from "./store.js";
import { TableStream } from "./table_stream.js";
import { planAfter } from "./verdicts.js";
import { firstBatch, firstHandOver, handOverOf, toWire } from "./wire_events.js";

/** After what asking at once would not change, and while nobody looks at the tablet. */
const REST_MS = 5_000;
/** After the chief referee had no room for what was handed over. */
const REST_WHEN_FULL_MS = 30_000;
const MAX_ROWS_PER_REQUEST = 500;

/** @typedef {{changed: () => void, logChanged: () => Promise<void>,
 *   report: (problem: Problem) => void, updateEngine: () => Promise<boolean>,
 *   calls: () => Promise<Reply | null>, app: string,
 *   exclusive: <T>(work: () => Promise<T>) => Promise<T>}} Host
 *   `logChanged`: the board must be folded anew; `updateEngine`: another engine is needed, true
 *   when had; `calls`: send what calls wait, null when there are none; `exclusive`: while nothing
 *   is judged */

export class Sync {
  /** @param {Api} api @param {Outbox} outbox @param {Host} host */
  constructor(api, outbox, host) {
    /** @private */ this.api = api;
    this.outbox = outbox;
    /** @private */ this.host = host;
    /** @type {number | null} */ this.ackedAt = null;
    /** This tablet's clock minus the server's, in milliseconds; advisory. */
    this.skew = 0;
    this.connection = new Connection();
    /** @private */ this.notHandedBefore = 0;
    /** @private */ this.heartbeatAt = 0;
    /** Between two signs of life; the first answer says how long. @private */ this.pollMs = 0;
    /** @private */ this.stopped = false;
    /** @private @type {number | null} */ this.serverSeq = null;
    /** Whether there is something to ask for, now. @private */ this.told = false;
    /** The last row that the stream told of. @private */ this.movedTo = 0;
    /** @private */ this.sleep = new Sleep();
    /** @private */ this.stream = new TableStream(api, () => outbox.record, {
      ready: () => this.askNow(),
      changed: () => this.askNow(),
      moved: (seq) => this.onMoved(seq),
      beat: () => this.onBeat(),
      ended: () => this.askNow(),
    });
    /** @private @type {AbortController | null} */ this.heartbeatAbort = null;
  }

  /** Go on at once: an event was recorded, the network is back, the page is seen again. */
  wakeUp() {
    this.heartbeatAbort?.abort();
    this.sleep.end();
  }

  stop() {
    this.stopped = true;
    this.stream.stop();
    this.wakeUp();
  }

  /** The network or the page is back, or gone: find out. */
  lookAgain() {
    this.stream.restart();
    this.askNow();
    this.wakeUp();
  }

  /** A sign of life is due now; after one that is under way another, which hears what is new. @private */
  askNow() {
    this.told = true;
    this.sleep.end();
  }

  /** @private @param {number} seq rows that are on their way here already are not asked for */
  onMoved(seq) {
    this.movedTo = seq;
    this.sleep.end();
  }

  /** @private The server lives, and waits for nothing of ours. */
  onBeat() {
    if (this.ackedAt !== null && this.outbox.waiting.length === 0) this.ackedAt = Date.now();
  }

  async run() {
    void this.stream.run();
    while (!this.stopped) {
      const pause = await this.step().catch((error) => this.couldNotKeep(error));
      const delay = Math.max(pause, this.connection.notBefore - Date.now());
      this.host.changed();
      if (delay > 0) await this.sleep.start(Math.min(delay, REST_MS));
    }
  }

  /** The tablet could not keep what it heard: the same again later. @private @param {unknown} error */
  couldNotKeep(error) {
    this.host.report(storageProblem(error));
    return REST_MS;
  }

  /** One exchange. @returns {Promise<number>} milliseconds to wait before the next */
  async step() {
    const { record } = this.outbox;
    if (!record.token || this.connection.notBefore > Date.now()) return REST_MS;
    const keptBack = this.outbox.notHandedOver.length > 0;
    if (keptBack && Date.now() >= this.notHandedBefore) return this.handOver();
    if (record.revoked) return keptBack ? REST_MS : this.forgetToken();
    const call = await this.host.calls();
    if (call) return this.handleReply(call, async () => 0);
    if (this.outbox.waiting.length > 0) return this.sendEvents();
    if (this.serverSeq !== null && this.serverSeq > record.head.seq) return this.fetchRows();
    const told = this.told || this.movedTo > record.head.seq;
    const due = told ? 0 : this.heartbeatAt + this.pause() - Date.now();
    return due > 0 ? due : this.sendHeartbeat();
  }

  /** Between two signs of life. @private @returns {number} milliseconds */
  pause() {
    return this.stream.pollMs ?? (document.hidden ? REST_MS : this.pollMs);
  }

  /**
   * @private
   * @param {string} method @param {string} path @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  async ask(method, path, body, signal) {
    const { game, token } = this.outbox.record;
    this.connection.requested();
    return this.api.ask(method, `games/${game}/${path}`, { token, body, signal });
  }

  /**
   * @private
   * @param {Reply} reply
   * @param {(body: any) => Promise<number>} answer
   * @returns {Promise<number>}
   */
  async handleReply(reply, answer) {
    if (reply.kind === "again") return this.connection.failed(reply.after, reply.reset);
    this.connection.answered();
    return reply.kind === "answer" ? answer(reply.body) : this.refused(reply.problem);
  }

  /** @private @param {Problem} problem @returns {Promise<number>} */
  async refused(problem) {
    if (problem.code === "device-revoked") {
      await this.outbox.update({ revoked: true });
      await this.setAsideAll("revoked");
    } else if (problem.code === "token-unknown") {
      await this.outbox.update({ token: null });
    }
    this.host.report(problem);
    return problem.code === "device-revoked" ? 0 : REST_MS;
  }

  /** @private @returns {Promise<number>} */
  async forgetToken() {
    await this.outbox.update({ token: null });
    return REST_MS;
  }

  /** @private @returns {Promise<number>} */
  async sendEvents() {
    const { record } = this.outbox;
    const sent = firstBatch(this.outbox.waiting);
    const reply = await this.ask("POST", "events", {
      lease_epoch: record.lease?.epoch ?? 0,
      expected_seq: record.head.seq + 1,
      previous_hash: record.head.hash,
      digest: record.edition.digest,
      on_refusal: "set_aside",
      view: false,
      events: sent.map(toWire),
    });
    if (reply.kind === "problem" && [400, 409, 413, 422, 429].includes(reply.status)) {
      // The request itself can never pass: the chief gets its events, the queue is not stuck.
      await this.setAsideAll("other");
    }
    return this.handleReply(reply, (body) => this.applyVerdicts(sent, body));
  }

  /** @private @param {Entry[]} sent @param {any} body @returns {Promise<number>} */
  async applyVerdicts(sent, body) {
    const plan = planAfter(sent, body.results);
    await this.outbox.markConfirmed(plan.confirmed);
    if (plan.confirmed.length > 0) this.ackedAt = Date.now();
    this.serverSeq = body.head.seq;
    await this.outbox.keepTableState({
      state: body.state,
      lease: body.lease,
      confirmation: body.confirmation,
      setAside: body.set_aside,
    });
    if (plan.setAside.length > 0) await this.setAsideRefused(plan);
    return this.followPlan(plan, body);
  }

  /** @private @param {Plan} plan what follows in the queue was judged on top of what was refused */
  async setAsideRefused(plan) {
    const code = plan.reason ?? "other";
    await this.setAsideAll(code, plan.setAside);
    this.host.report(problemFor(code, { as: "chief", detail: plan.detail }));
  }

  /**
   * Nothing that waits can be sent any more: the chief gets it.
   * @private @param {string} reason @param {Entry[]} handed what the server keeps already
   */
  setAsideAll(reason, handed = []) {
    return this.host.exclusive(async () => {
      await this.outbox.setAside(this.outbox.waiting, reason, handed);
      await this.host.logChanged();
    });
  }

  /** @private @param {Plan} plan @param {any} body @returns {Promise<number>} */
  async followPlan(plan, body) {
    if (plan.next === "rewind") return this.rewind(body.head);
    if (plan.next === "diverged") return this.takeWholeLog();
    if (plan.next === "update") return (await this.host.updateEngine()) ? 0 : REST_MS;
    if (plan.next === "fetch") return this.fetchRows();
    return 0;
  }

  /**
   * All of the server's rows that follow ours, taken in at once: which of our events are among them
   * has to be known before those that wait are given other numbers.
   * @private
   * @param {Row[]} [earlier] pages that came before
   * @returns {Promise<number>}
   */
  async fetchRows(earlier = []) {
    const { head } = this.outbox.record;
    const after = earlier.at(-1)?.seq ?? head.seq;
    const reply = await this.ask("GET", `log?after=${after}&limit=${MAX_ROWS_PER_REQUEST}`);
    return this.handleReply(reply, async (body) => {
      this.serverSeq = body.head.seq;
      const rows = [...earlier, ...body.rows];
      if (rows.length > 0 && rows[0].previous_hash !== head.hash) return this.takeWholeLog();
      if (body.more && body.rows.length > 0) return this.fetchRows(rows);
      await this.host.exclusive(async () => {
        await this.outbox.appendRows(rows);
        await this.outbox.reconcile();
        await this.host.logChanged();
      });
      return 0;
    });
  }

  /** @private @param {{seq: number, hash: string}} head @returns {Promise<number>} */
  async rewind(head) {
    const isOurs = await this.host.exclusive(async () => {
      const rewound = await this.outbox.rewind(head);
      if (rewound) await this.host.logChanged();
      return rewound;
    });
    if (!isOurs) return this.takeWholeLog();
    this.serverSeq = head.seq;
    this.host.report(problemFor("restored"));
    return 0;
  }

  /**
   * The server's log is not ours: take it whole. What it lacks of ours goes to the chief.
   * @private @returns {Promise<number>}
   */
  async takeWholeLog() {
    await this.setAsideAll("diverged");
    await this.host.exclusive(() => this.outbox.forgetRows());
    return this.fetchRows();
  }

  /** @private @returns {Promise<number>} */
  async handOver() {
    const entries = firstHandOver(this.outbox.notHandedOver);
    const reply = await this.ask("POST", "set-aside", handOverOf(entries, this.outbox.record));
    // Whatever the reason: the rest goes on, and this is tried again.
    if (reply.kind === "problem") this.notHandedBefore = Date.now() + REST_WHEN_FULL_MS;
    return this.handleReply(reply, async (body) => {
      await this.outbox.markHandedOver(entries);
      await this.outbox.keepTableState({ setAside: body.set_aside });
      return 0;
    });
  }

  /** @private @returns {Promise<number>} */
  async sendHeartbeat() {
    const { record, waiting } = this.outbox;
    this.heartbeatAbort = new AbortController();
    this.told = false;
    this.movedTo = 0;
    const body = {
      lease_epoch: record.lease?.epoch ?? 0,
      head_seq: record.head.seq,
      pending: waiting.length,
      app: this.host.app,
      clock_skew_ms: this.skew,
    };
    const reply = await this.ask("POST", "heartbeat", body, this.heartbeatAbort.signal);
    // Broken off by `wakeUp` for something to send: that is no failure of the network.
    this.told ||= reply.kind === "again";
    if (reply.kind === "again" && this.heartbeatAbort.signal.aborted) return 0;
    this.heartbeatAbort = null;
    return this.handleReply(reply, (answer) => this.applyHeartbeat(answer));
  }

  /** @private @param {any} body @returns {Promise<number>} */
  async applyHeartbeat(body) {
    const { head } = this.outbox.record;
    this.heartbeatAt = Date.now();
    this.pollMs = body.poll_ms;
    this.skew = Math.round(this.heartbeatAt - Date.parse(body.server_time)) || 0;
    this.ackedAt = this.heartbeatAt;
    this.serverSeq = body.head.seq;
    await this.outbox.keepTableState({
      state: body.state,
      lease: body.lease,
      clock: body.clock,
      clockReceived: localNow(),
      calls: body.calls,
      setAside: body.set_aside,
      confirmation: body.confirmation,
      next: body.next ?? null,
      estimate: body.estimate,
      announcements: body.announcements ?? [],
    });
    if (body.head.seq < head.seq) return this.rewind(body.head);
    if (body.head.seq === head.seq && body.head.hash !== head.hash) return this.takeWholeLog();
    if (body.digest !== this.outbox.record.edition.digest) await this.host.updateEngine();
    return 0;
  }
}
