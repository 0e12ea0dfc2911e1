/**
 * The tablet's runtime: what the screens call. Everything expected is a value, nothing throws.
 *
 * @import { Config, Header, Problem, Settings, StorageState, TabletState } from "./types.js"
 */
import { Api } from "./api.js";
import { applySettings, keepAwake, keepSettings, readSettings, requestStorage } from "./device.js";
import { handOverFormerTables } from "./former_tables.js";
import { problemFor, setMessageLanguage } from "./messages.js";
import { isUnfinished, NextGamePairing, nextGameOf } from "./next_game.js";
import { pair, takeLink } from "./pairing.js";
import { practiceFor, practiceRecord, tutorialHeader } from "./practice.js";
import { forgetRelease } from "./spare_worker.js";
import { forgettingGame, Store } from "./store.js";
import { Table } from "./table.js";
import { DONE, TableActions } from "./table_actions.js";
import {
  clockOf,
  confirmationOf,
  noClock,
  setAsideOf,
  syncState,
  tableInfo,
  unpairedSync,
} from "./tablet_state.js";
import { Updates } from "./updates.js";

/** @import { ActionResult } from "./table_actions.js" */
/** @import { Link } from "./pairing.js" */

/** @type {StorageState} */
const NOTHING_KNOWN = { persisted: false, quota: null, used: null, full: false };

export class Tablet extends TableActions {
  /** @param {Config} config @param {Store} store @param {Settings} settings */
  constructor(config, store, settings) {
    super();
    this.config = config;
    this.settings = settings;
    /** @private */ this.store = store;
    /** @private @type {StorageState} */ this.storage = NOTHING_KNOWN;
    /** @private */ this.api = new Api(config.api, () => this.settings.language);
    /** @private @type {Problem | null} */ this.problem = null;
    /** @private */ this.opening = false;
    /** @private @type {Link | null} kept, not used, until a person says so */ this.link = null;
    /** @private */ this.nextGamePairing = new NextGamePairing(
      this.store,
      this.api,
      config.release,
    );
    /** @private whether another tab of this device has the log */ this.elsewhere = true;
    /** @private @type {Set<(state: TabletState) => void>} */ this.listeners = new Set();
    this.updates = new Updates(config.serviceWorker, () => this.changed());
  }

  // —— what is shown ——

  /** @returns {TabletState} */
  get state() {
    const { table } = this;
    const unopened = this.elsewhere ? "elsewhere" : this.opening ? "opening" : "unpaired";
    const record = table?.record;
    const opened = table && (table.opened || table.engine.judge === "nobody");
    return {
      phase: !table ? unopened : opened ? "open" : "opening",
      judge: table?.engine.judge ?? "loading",
      engineError: table?.engine.error ?? null,
      table: record ? tableInfo(record) : null,
      view: table?.currentView() ?? null,
      setup: table?.setup ?? null,
      gameState: record?.state ?? null,
      confirmation: table && confirmationOf(table),
      calls: table ? table.calls.asking(table.record) : [],
      cleared: table?.calls.cleared(table.record) ?? null,
      setAside: table ? setAsideOf(table) : [],
      sync: table ? syncState(table) : unpairedSync(),
      clock: table ? clockOf(table) : noClock(),
      next: table && nextGameOf(table),
      linkWaits: this.link !== null,
      settings: this.settings,
      storage: this.storage,
      offlineReady: this.updates.kept,
      update: table?.update === "required" ? "required" : this.updates.state,
      problem: this.problem,
    };
  }

  /** @param {(state: TabletState) => void} listener @returns {() => void} stops it */
  onChange(listener) {
    this.listeners.add(listener);
    listener(this.state);
    return () => this.listeners.delete(listener);
  }

  /** @override */
  changed() {
    const { state } = this;
    if (this.table && this.table.engine.local !== "loading") this.updates.start();
    for (const listener of this.listeners) listener(state);
    if (this.table && this.nextGamePairing.isDue(this.table))
      void this.openNextGame({ byItself: true });
  }

  dismiss() {
    this.problem = null;
    this.changed();
  }

  /** @param {Partial<Settings>} chosen */
  async setSettings(chosen) {
    this.settings = { ...this.settings, ...chosen };
    applySettings(this.settings);
    await keepSettings(this.store, this.settings);
    if (chosen.language) {
      setMessageLanguage(chosen.language);
      await this.table?.exclusive(async () => this.table?.reopen());
    }
    this.changed();
  }

  /** @override */
  get referee() {
    return this.settings.referee;
  }

  /** Somebody else referees with this tablet from now on. @param {string} name */
  async setReferee(name) {
    await this.setSettings({ referee: name.trim() });
    await this.recordReferee();
  }

  applyUpdate() {
    return this.updates.apply();
  }

  // —— pairing ——

  /** Restore the table this device was paired with, or take a fragment's. */
  async restore() {
    const game = await this.store.get("device", "game");
    const kept = await this.store.get("device", "link");
    if (game) await this.open(game);
    if (!(await this.openScannedLink()) && kept && this.table) this.askAboutLink(kept);
    if (!this.table) this.updates.start();
    this.handOverFormerTables();
  }

  /** @private */
  handOverFormerTables() {
    handOverFormerTables(this.store, this.api, () => this.table?.record.game ?? null);
  }

  /**
   * @private What a link says that was scanned or tapped; an unfinished table is not left for it
   * before somebody has said so.
   * @returns {Promise<boolean>} whether there was one
   */
  async openScannedLink() {
    const link = takeLink();
    if (link === null) return false;
    if (this.table && isUnfinished(this.table)) {
      await this.store.write([{ store: "device", key: "link", put: link }]);
      this.askAboutLink(link);
    } else await this.openLink(link);
    return true;
  }

  /** @private @param {Link} link */
  askAboutLink(link) {
    this.link = link;
    this.changed();
  }

  /** @private @param {Link} link */
  async openLink({ practice, pair: token }) {
    if (practice) {
      const { header, tutorial } = practiceFor(practice);
      await (tutorial ? this.learn() : this.practise(header));
    } else if (token) await this.pairByLink(token);
  }

  /** The table that is open stays: the link that waits is forgotten, its token unused. */
  async refuseLink() {
    this.link = null;
    await this.store.write([{ store: "device", remove: "link" }]);
    this.changed();
  }

  /** The link that waits opens its table in the place of the one that is open. */
  async followLink() {
    const { link } = this;
    await this.refuseLink();
    if (link === null) return;
    await this.openLink(link);
    this.handOverFormerTables();
  }

  /** @private The same in a tab that has a table open, whose events may still wait. */
  async openLaterLink() {
    if (await this.openScannedLink()) this.handOverFormerTables();
  }

  /** @private @param {string} game */
  async open(game) {
    this.table?.stop();
    this.opening = true;
    this.setTable(
      await Table.load(
        {
          api: this.api,
          store: this.store,
          config: this.config,
          language: () => this.settings.language,
          changed: () => this.changed(),
          report: (problem) => this.report(problem),
          full: (full) => {
            this.storage = { ...this.storage, full };
          },
        },
        game,
      ),
    );
    this.opening = false;
    this.changed();
    await this.table?.start();
  }

  /** @override @param {Problem} problem @returns {{ok: false, problem: Problem}} */
  report(problem) {
    this.problem = problem;
    this.changed();
    return { ok: false, problem };
  }

  /** Why it failed is for the caller to tell. @param {{token?: string, code?: string}} secret @returns {Promise<ActionResult>} */
  async pair(secret) {
    this.opening = true;
    this.changed();
    let stopped = "";
    const paired = await pair(this.store, this.api, secret, this.config.release, (game) => {
      // Paired anew with the open table: what it would still keep of an answer has the old token.
      if (this.table?.record.game !== game) return;
      this.table.stop();
      stopped = game;
    });
    this.opening = false;
    if (!paired.ok) {
      if (stopped) await this.open(stopped);
      this.changed();
      return paired;
    }
    this.problem = null;
    await this.open(paired.game);
    return DONE;
  }

  /**
   * Go on to the table's game in the newest round.
   * @param {{byItself?: boolean}} [asked] then nobody is told what stands in the way
   * @returns {Promise<ActionResult>}
   */
  async openNextGame({ byItself = false } = {}) {
    const next = this.table && (await this.nextGamePairing.take(this.table));
    if (!next) return DONE;
    if (!next.ok) return byItself ? next : this.report(next.problem);
    this.problem = null;
    await this.open(next.game);
    // What was recorded at the old table meanwhile.
    this.handOverFormerTables();
    return DONE;
  }

  /** @private @param {string} token */
  async pairByLink(token) {
    const paired = await this.pair({ token });
    if (!paired.ok) this.report(paired.problem);
  }

  /** @returns {Promise<ActionResult>} */
  async unpair() {
    const { table } = this;
    if (!table) return DONE;
    const { record, outbox } = table;
    if (!record.practice && outbox.waiting.length + outbox.notHandedOver.length > 0) {
      return this.report(problemFor("waiting"));
    }
    table.stop();
    this.setTable(null);
    forgetRelease();
    const finalised = record.practice || record.state === "confirmed";
    await this.store.write([
      { store: "device", remove: "game" },
      ...(finalised ? forgettingGame(record.game) : []),
    ]);
    this.changed();
    return DONE;
  }

  /** The guided table, from its beginning. @returns {Promise<ActionResult>} */
  async learn() {
    if (this.table?.record.practice) await this.unpair();
    return this.practise(tutorialHeader(), true);
  }

  /** @param {Header} header @param {boolean} [tutorial] @returns {Promise<ActionResult>} */
  async practise(header, tutorial = false) {
    const record = practiceRecord(header, tutorial);
    await this.store.write([
      { store: "games", put: record },
      { store: "device", key: "game", put: record.game },
    ]);
    await this.open(record.game);
    return DONE;
  }

  endPractice() {
    return this.unpair();
  }

  /** @returns {Promise<ActionResult>} */
  async takeOver() {
    const { table } = this;
    if (!table) return DONE;
    const { game, token, lease } = table.record;
    const body = { epoch: lease?.epoch ?? 0 };
    const reply = await this.api.ask("POST", `games/${game}/lease`, { token, body });
    if (reply.kind === "again") return this.report(problemFor("no-answer"));
    if (reply.body.lease) await table.outbox.update({ lease: reply.body.lease });
    table.sync.wakeUp();
    if (reply.kind === "problem") return this.report(reply.problem);
    this.changed();
    return DONE;
  }

  /** @private The network or the page is back. */
  onReturn() {
    if (this.table) this.table.engine.serverAnswers = navigator.onLine;
    this.table?.sync.lookAgain();
    this.changed();
  }

  /** @private */
  async run() {
    for (const event of ["online", "offline"]) addEventListener(event, () => this.onReturn());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.onReturn();
    });
    // The clock and the age of the last acknowledgement move without any event.
    setInterval(() => this.changed(), 1000);
    await this.restore();
    // In a tab that has the app already a link changes the fragment only: from now on, or meanwhile.
    addEventListener("hashchange", () => this.openLaterLink());
    void this.openLaterLink();
    this.changed();
  }

  /** @private */
  async claimStorage() {
    const claimed = await requestStorage();
    this.storage = { ...this.storage, ...claimed };
    this.changed();
  }

  /** One tab of this device keeps the log; another waits until it is closed. @private */
  async claimLog() {
    await navigator.locks.request("treasurer-tablet", async () => {
      this.elsewhere = false;
      await this.run();
      await new Promise(() => undefined);
    });
  }

  /** @param {Config} config @returns {Promise<Tablet>} */
  static async open(config) {
    if (!isSecureContext) location.assign(config.setup);
    const store = await Store.open();
    const settings = await readSettings(store);
    applySettings(settings);
    setMessageLanguage(settings.language);
    const tablet = new Tablet(config, store, settings);
    void tablet.claimStorage();
    keepAwake();
    tablet.claimLog();
    return tablet;
  }
}

/** @type {Promise<Tablet> | null} */
let opened = null;

/** The runtime of this page's shell; the same however often it is asked for. @returns {Promise<Tablet>} */
export function openTablet() {
  const shell = document.getElementById("tablet");
  opened ??= Tablet.open(/** @type {Config} */ ({ ...shell?.dataset }));
  return opened;
}
