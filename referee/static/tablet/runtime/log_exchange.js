/**
 * Brings the outbox and the server's log together. Decided outcomes change the outbox; "again" keeps
 * it as it is and comes back later. Each step says how long to wait before the next, in milliseconds.
 *
 * @import { Api, Reply } from "./api.js"
 * @import { Outbox } from "./outbox.js"
 * @import { Entry, Head, Problem, Row } from "./types.js"
 * @import { Plan } from "./verdicts.js"
 */
import { Connection } from "./connection.js";
import { problemFor } from "./messages.js";
import { planAfter } from "./verdicts.js";
import { firstBatch, firstHandOver, handOverOf, toWire } from "./wire_events.js";

/** After what asking at once would not change, and while nobody looks at the tablet. */
export const REST_MS = 5_000;
/** Between two questions whether the server still has what it had, where no heartbeat tells. */
export const FORMER_MS = 60_000;
/** After the chief referee had no room for what was handed over. */
const REST_WHEN_FULL_MS = 30_000;
const MAX_ROWS_PER_REQUEST = 500;

/** @typedef {{logChanged: () => Promise<void>, report: (problem: Problem) => void,
 *   updateEngine: () => Promise<boolean>,
 *   exclusive: <T>(work: () => Promise<T>) => Promise<T>}} Host
 *   `logChanged`: the board must be folded anew; `updateEngine`: another engine is needed, true
 *   when had; `exclusive`: while nothing is judged */

export class LogExchange {
  /** @param {Api} api @param {Outbox} outbox @param {Host} host */
  constructor(api, outbox, host) {
    /** @protected */ this.api = api;
    this.outbox = outbox;
    /** @protected */ this.host = host;
    /** When the server was last known to have all there was, in ms since 1970. @type {number | null} */
    this.ackedAt = null;
    this.connection = new Connection();
    /** @protected */ this.notHandedBefore = 0;
    /** @protected @type {number | null} */ this.serverSeq = null;
  }

  /** The server has all there is. @protected */
  acknowledged() {
    this.ackedAt = Date.now();
  }

  /**
   * @protected
   * @param {string} method @param {string} path @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  async ask(method, path, body, signal) {
    const { game, token } = this.outbox.record;
    this.connection.requested();
    return this.api.ask(method, `games/${game}/${path}`, { token, body, signal });
  }

  /**
   * @protected
   * @param {Reply} reply
   * @param {(body: any) => Promise<number>} answer
   * @returns {Promise<number>}
   */
  async handleReply(reply, answer) {
    if (reply.kind === "again") return this.connection.failed(reply.after, reply.reset);
    this.connection.answered();
    return reply.kind === "answer" ? answer(reply.body) : this.refused(reply.problem);
  }

  /** @protected @param {Problem} problem @returns {Promise<number>} */
  async refused(problem) {
    if (problem.code === "device-revoked") {
      // Known already, it is told to nobody again.
      if (this.outbox.record.revoked) return 0;
      await this.outbox.update({ revoked: true });
      await this.setAsideAll("revoked");
    } else if (problem.code === "token-unknown") {
      await this.outbox.update({ token: null });
    }
    this.host.report(problem);
    return problem.code === "device-revoked" ? 0 : REST_MS;
  }

  /** @protected @returns {Promise<number>} */
  async forgetToken() {
    await this.outbox.update({ token: null });
    return REST_MS;
  }

  /** @protected @returns {Promise<number>} */
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

  /** @protected @param {Entry[]} sent @param {any} body @returns {Promise<number>} */
  async applyVerdicts(sent, body) {
    const plan = planAfter(sent, body.results);
    await this.outbox.markConfirmed(plan.confirmed);
    if (plan.confirmed.length > 0) this.acknowledged();
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

  /** @protected @param {Plan} plan what follows in the queue was judged on top of what was refused */
  async setAsideRefused(plan) {
    const code = plan.reason ?? "other";
    await this.setAsideAll(code, plan.setAside);
    this.host.report(problemFor(code, { as: "chief", detail: plan.detail }));
  }

  /**
   * Nothing that waits can be sent any more: the chief gets it.
   * @protected @param {string} reason @param {Entry[]} handed what the server keeps already
   */
  setAsideAll(reason, handed = []) {
    return this.host.exclusive(async () => {
      await this.outbox.setAside(this.outbox.waiting, reason, handed);
      await this.host.logChanged();
    });
  }

  /** @protected @param {Plan} plan @param {any} body @returns {Promise<number>} */
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
   * @protected
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
      if (!isAtLeast(body.head, head)) return this.rewind(body.head);
      if (body.more && body.rows.length > 0) return this.fetchRows(rows);
      await this.host.exclusive(async () => {
        await this.outbox.appendRows(rows);
        await this.outbox.reconcile();
        await this.host.logChanged();
      });
      return 0;
    });
  }

  /** @protected @param {{seq: number, hash: string}} head @returns {Promise<number>} */
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
   * @protected @returns {Promise<number>}
   */
  async takeWholeLog() {
    await this.setAsideAll("diverged");
    await this.host.exclusive(() => this.outbox.forgetRows());
    return this.fetchRows();
  }

  /** @protected @returns {Promise<number>} */
  async handOver() {
    const entries = firstHandOver(this.outbox.notHandedOver);
    const reply = await this.ask("POST", "set-aside", handOverOf(entries, this.outbox.record));
    // Whatever the reason: the rest goes on, and this is tried again.
    if (reply.kind === "problem") this.notHandedBefore = performance.now() + REST_WHEN_FULL_MS;
    return this.handleReply(reply, async (body) => {
      // In this order: a tablet killed between the two hands over once more. In the other it would
      // not know, later, that a restored server has lost what it never heard named.
      await this.outbox.keepTableState({ setAside: body.set_aside });
      await this.outbox.markHandedOver(entries);
      return 0;
    });
  }

  /**
   * Whether the server has still all it had, where no heartbeat tells: its log says so, or what
   * becomes of the last event it had (a revoked tablet may not ask for the log); and where something
   * went to the chief a part of it comes once more, for the answer names all there is.
   * What it lacks is to be handed over then: a tablet that asks this appends no more.
   * @protected @param {string} reason
   */
  async lookWhatIsThere(reason) {
    const { outbox } = this;
    this.serverSeq = null;
    await this.fetchRows();
    if (this.serverSeq === null) await this.askForLast(reason);
    if (this.connection.lost) return;
    await this.setAsideAll(reason);
    if (outbox.notHandedOver.length > 0 || outbox.handedOver.length === 0) return;
    await this.handOverOnce(outbox.handedOver.slice(0, 1));
  }

  /** @private @param {string} reason */
  async askForLast(reason) {
    const { logged } = this.outbox;
    const last = logged.slice(-1);
    if (this.connection.lost || last.length === 0) return;
    const results = await this.handOverOnce(last);
    if (results.some(({ seq }) => seq === null)) await this.outbox.setAside(logged, reason);
  }

  /** What became of these. @private @param {Entry[]} entries @returns {Promise<{seq: number | null}[]>} */
  async handOverOnce(entries) {
    /** @type {{seq: number | null}[]} */
    let results = [];
    const reply = await this.ask("POST", "set-aside", handOverOf(entries, this.outbox.record));
    await this.handleReply(reply, async (body) => {
      await this.outbox.keepTableState({ setAside: body.set_aside });
      results = body.results;
      return 0;
    });
    return results;
  }
}

/**
 * Whether a log that ends here may go on from ours.
 * @param {Head} theirs @param {Head} ours
 */
function isAtLeast(theirs, ours) {
  return theirs.seq > ours.seq || (theirs.seq === ours.seq && theirs.hash === ours.hash);
}
