/**
 * When the tablet asks the server for what: one request at a time, in order, for ever.
 *
 * @import { Api, Reply } from "./api.js"
 * @import { Host } from "./log_exchange.js"
 * @import { Outbox } from "./outbox.js"
 */
import { localNow } from "./clock.js";
import { FORMER_MS, LogExchange, REST_MS } from "./log_exchange.js";
import { Sleep } from "./sleep.js";
import { storageProblem } from "./store.js";
import { TableStream } from "./table_stream.js";

/** @typedef {Host & {changed: () => void, calls: () => Promise<Reply | null>, app: string}} SyncHost
 *   `calls`: send what calls wait, null when there are none; `app`: this app's version */

export class Sync extends LogExchange {
  /** @param {Api} api @param {Outbox} outbox @param {SyncHost} host */
  constructor(api, outbox, host) {
    super(api, outbox, host);
    /** @protected @type {SyncHost} */ this.host = host;
    /** This tablet's clock minus the server's, in milliseconds; advisory. */
    this.skew = 0;
    /** @private */ this.heartbeatAt = -Infinity;
    /** Milliseconds between two heartbeats; the first answer says how many. @private */ this.pollMs = 0;
    /** @private */ this.lookedAt = -Infinity;
    /** @private */ this.stopped = false;
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

  /** Send a heartbeat now; after one that is under way another, which hears what is new. @private */
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
    if (this.ackedAt !== null && this.outbox.waiting.length === 0) this.acknowledged();
  }

  async run() {
    void this.stream.run();
    while (!this.stopped) {
      const pause = await this.step().catch((error) => this.couldNotKeep(error));
      const delay = Math.max(pause, this.connection.notBefore - performance.now());
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
    if (!record.token || this.connection.notBefore > performance.now()) return REST_MS;
    const keptBack = this.outbox.notHandedOver.length > 0;
    if (keptBack && performance.now() >= this.notHandedBefore) return this.handOver();
    if (record.revoked) return keptBack ? REST_MS : this.afterRevoked();
    const call = await this.host.calls();
    if (call) return this.handleReply(call, async () => 0);
    if (this.outbox.waiting.length > 0) return this.sendEvents();
    if (this.serverSeq !== null && this.serverSeq > record.head.seq) return this.fetchRows();
    const told = this.told || this.movedTo > record.head.seq;
    const due = told ? 0 : this.heartbeatAt + this.pause() - performance.now();
    return due > 0 ? due : this.sendHeartbeat();
  }

  /**
   * A revoked tablet hears of the table no more. A server restored from a backup may not know that
   * it was revoked, nor what it recorded before: it asks for that itself.
   * @private @returns {Promise<number>}
   */
  async afterRevoked() {
    if (this.outbox.entries.length === 0) return this.forgetToken();
    const due = this.lookedAt + FORMER_MS - performance.now();
    if (due > 0) return due;
    this.lookedAt = performance.now();
    await this.lookWhatIsThere("revoked");
    return 0;
  }

  /** The time between two heartbeats. @private @returns {number} milliseconds */
  pause() {
    return this.stream.pollMs ?? (document.hidden ? REST_MS : this.pollMs);
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
    this.heartbeatAt = performance.now();
    this.pollMs = body.poll_ms;
    this.skew = Math.round(Date.now() - Date.parse(body.server_time)) || 0;
    this.acknowledged();
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
