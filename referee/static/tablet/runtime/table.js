/**
 * One open table: its log, who judges it, and what the screens are shown of it.
 *
 * @import {
 *   BoardEvent, Config, Division, Entry, Header, Outcome, Problem, Setup, View
 * } from "./types.js"
 * @import { Api } from "./api.js"
 * @import { Store } from "./store.js"
 */
import { Calls } from "./calls.js";
import { isPossible, timestamp } from "./clock.js";
import { Drafts } from "./drafts.js";
import { Engine } from "./engine.js";
import { recordOf } from "./game_record.js";
import { problemFor } from "./messages.js";
import { Outbox } from "./outbox.js";
import { outcome } from "./outcome.js";
import { practiceState } from "./practice.js";
import { ShownView } from "./shown_view.js";
import { storageProblem } from "./store.js";
import { Sync } from "./sync.js";
import { confirmationOf, shownOfSync } from "./tablet_state.js";

/** @typedef {{api: Api, store: Store, config: Config, language: () => string,
 *   changed: () => void, report: (problem: Problem) => void, full: (full: boolean) => void}} Host */

/** A start does not wait longer than this for the draw as it is now. */
const DRAW_TIMEOUT_MS = 2_000;

export class Table {
  /** @param {Host} host @param {Outbox} outbox @param {Calls} calls @param {Drafts} drafts */
  constructor(host, outbox, calls, drafts) {
    /** @private */ this.host = host;
    this.outbox = outbox;
    this.calls = calls;
    this.drafts = drafts;
    /** @private */ this.shownView = new ShownView(outbox);
    /** @type {Setup | null} */ this.setup = null;
    this.opened = false;
    /** @private */ this.clockWarned = false;
    /** @type {"none" | "required"} */ this.update = "none";
    /** @private What the screens were told last of the exchange with the server. */
    this.shown = "";
    /** @private @type {Promise<unknown>} */ this.turn = Promise.resolve();
    this.engine = new Engine(host.config, host.api, () => this.openedGame(), {
      started: () => this.exclusive(() => this.reopen(true)),
      changed: () => host.changed(),
    });
    this.sync = new Sync(host.api, outbox, {
      app: host.config.version,
      changed: () => this.onSyncChange(),
      report: host.report,
      logChanged: () => this.reopen(),
      updateEngine: () => this.updateEngine(),
      calls: () => calls.send(host.api, outbox.record),
      exclusive: (work) => this.exclusive(work),
    });
  }

  /** @param {Host} host @param {string} game @returns {Promise<Table | null>} */
  static async load(host, game) {
    const outbox = await Outbox.load(host.store, game);
    if (!outbox) return null;
    const { store } = host;
    return new Table(host, outbox, await Calls.load(store, game), await Drafts.load(store, game));
  }

  get record() {
    return this.outbox.record;
  }

  /** The game as it was judged last. */
  get view() {
    return this.shownView.judged;
  }

  /** Begin: the engine loads, the log is shown by whoever can judge, the outbox drains. */
  async start() {
    this.engine.load(this.record.release);
    if (!(await this.outbox.isIntact())) this.host.report(problemFor("torn"));
    if (!this.record.practice) this.sync.run();
    await this.exclusive(() => this.reopen());
  }

  stop() {
    this.sync.stop();
    this.outbox.close();
    this.engine.stop();
    this.drafts.flush();
  }

  /**
   * Run this alone: events are judged and stored one after another.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  exclusive(work) {
    const result = this.turn.then(work, work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  /** What the bridge folds. */
  openingQuestion() {
    const { header, roles, seats, steps } = this.record;
    const log = this.outbox.logForEngine();
    return { header, roles, seats, steps, log, language: this.host.language() };
  }

  /** @private */
  openedGame() {
    return { opened: this.openingQuestion(), token: this.record.token };
  }

  /** @private The server answers again: it judges again where no engine runs here. */
  onSyncChange() {
    const { engine, sync } = this;
    if (sync.connection.reachable && engine.local !== "ready" && !engine.serverAnswers) {
      engine.serverAnswers = true;
      this.exclusive(() => this.reopen());
    }
    const shown = shownOfSync(this);
    if (shown === this.shown) return;
    this.shown = shown;
    this.host.changed();
  }

  /** Fold the log anew. @param {boolean} [inWorker] the worker has just started */
  async reopen(inWorker = false) {
    try {
      const local = inWorker || this.engine.local === "ready";
      const answer = await (local
        ? this.engine.openHere(this.openingQuestion())
        : this.engine.ask("open"));
      this.shownView.forgetLedger();
      this.adopt(answer);
      this.opened = true;
    } catch {
      // Nobody can judge yet: what was last shown stays.
    }
    this.host.changed();
  }

  /** @private @param {{view: View | null, setup: Setup | null}} answer */
  adopt({ view, setup }) {
    this.shownView.adopt(view);
    this.setup = setup;
  }

  /** The view with what is confirmed by now. */
  currentView() {
    return this.shownView.current();
  }

  /**
   * Judge, store, show: in this order. All of the events or none.
   * @param {BoardEvent[]} events
   * @returns {Promise<Outcome>}
   */
  write(events) {
    return this.exclusive(async () => {
      const room = this.outbox.hasRoomFor(events, this.host.config);
      const problem = this.recordingProblem() ?? (room ? null : problemFor("tablet-full"));
      if (problem) return outcome({ problem });
      const at = timestamp(this.record);
      // What will be stored is made while the engine thinks.
      const [answer, entries] = await Promise.all([
        this.askEngine("play", { events, at }),
        this.outbox.entriesFor(events, at),
      ]);
      if (answer && answer.refusals.length > 0)
        return outcome({ ...answer, view: this.currentView() });
      return this.storeEntries(entries, answer);
    });
  }

  /**
   * Keep the role division so far: a reload goes on with it.
   * @param {object[]} steps @param {Division} division
   */
  async keepSteps(steps, division) {
    await this.outbox.update({ steps });
    if (this.setup) this.setup = { ...this.setup, division };
    this.host.changed();
  }

  /**
   * Load the draw as it is now, if the server answers: a start has to say the same word for word. A
   * corrected name is simply taken.
   * @returns {Promise<boolean>} whether other players, or others' roles, sit here than were shown
   */
  async drawChanged() {
    const { token, game, header } = this.record;
    const { reachable, silent } = this.sync.connection;
    if (!token || !reachable || silent) return false;
    const signal = AbortSignal.timeout(DRAW_TIMEOUT_MS);
    const reply = await this.host.api.ask("GET", `games/${game}`, { token, signal });
    if (reply.kind !== "answer") return false;
    if (JSON.stringify(reply.body.header) === JSON.stringify(header)) return false;
    const drawn = recordOf(reply.body, {});
    const changed = seatsAndRoles(drawn.header) !== seatsAndRoles(header);
    const steps = changed ? [] : this.record.steps;
    await this.outbox.update({ header: drawn.header, seats: drawn.seats, steps });
    await this.exclusive(() => this.reopen());
    return changed;
  }

  /** @private @returns {Problem | null} why nothing can be recorded here now */
  recordingProblem() {
    const { practice, lease, revoked, state } = this.record;
    if (state === "confirmed") return problemFor("closed");
    if (practice || (lease?.held && !revoked)) return null;
    return problemFor(revoked ? "device-revoked" : "not-writer");
  }

  /** @private @param {Entry[]} entries @param {any} answer @returns {Promise<Outcome>} */
  async storeEntries(entries, answer) {
    try {
      await this.outbox.append(entries, answer !== null);
    } catch (error) {
      await this.reopen();
      const problem = storageProblem(error);
      this.host.full(problem.code === "storage-full");
      return outcome({ problem });
    }
    this.host.full(false);
    this.warnOfClock();
    if (answer) this.adopt(answer);
    if (this.record.practice) await this.updatePracticeState();
    this.sync.wakeUp();
    this.host.changed();
    const consequences = answer?.consequences ?? [];
    return outcome({
      recorded: true,
      judged: answer !== null,
      consequences,
      view: this.currentView(),
    });
  }

  /** @private Once: the clock tells a year that cannot be, and its times are not written. */
  warnOfClock() {
    if (this.clockWarned || isPossible(Date.now())) return;
    this.clockWarned = true;
    this.host.report(problemFor("clock"));
  }

  /** @private No server says what a practice has come to. */
  async updatePracticeState() {
    const state = practiceState(this.view, confirmationOf(this));
    if (state !== this.record.state) await this.outbox.update({ state });
  }

  /**
   * @param {string} method @param {object} [question]
   * @returns {Promise<any>} null when nobody can judge now
   */
  async askEngine(method, question) {
    try {
      return await this.engine.ask(method, question);
    } catch {
      return null;
    }
  }

  /**
   * The server's engine or edition is another: have its release, judge again.
   * @returns {Promise<boolean>} false when it cannot be had yet
   */
  async updateEngine() {
    this.update = "required";
    const { token, game } = this.record;
    const bootstrap = await this.host.api.ask("GET", `games/${game}`, { token });
    const release = await this.host.api.ask("GET", `${this.host.config.release}?of=${Date.now()}`);
    if (bootstrap.kind !== "answer" || release.kind !== "answer") return false;
    if (release.body.digest !== this.engine.digest) await this.engine.restart(release.body);
    const { edition, header, seats } = recordOf(bootstrap.body, {});
    await this.outbox.update({ edition, header, seats, release: release.body });
    this.update = "none";
    await this.exclusive(() => this.reopen());
    return true;
  }
}

/** Who sits where in which role. @param {Header} header */
function seatsAndRoles({ players }) {
  return JSON.stringify(players.map(({ id, role }) => [id, role]));
}
