/**
 * The tablet's runtime: what the screens call. Everything expected is a value, nothing throws.
 *
 * @import { Config, Settings, TabletState } from "./types.js"
 */
import { applySettings, keepAwake, keepSettings, readSettings, requestStorage } from "./device.js";
import { setMessageLanguage } from "./messages.js";
import { nextGameOf } from "./next_game.js";
import { Store } from "./store.js";
import { TableChoice } from "./table_choice.js";
import {
  clockOf,
  confirmationOf,
  noClock,
  setAsideOf,
  syncState,
  tableInfo,
  unpairedSync,
} from "./tablet_state.js";

export class Tablet extends TableChoice {
  /** @param {Config} config @param {Store} store @param {Settings} settings */
  constructor(config, store, settings) {
    super(config, store, settings);
    /** @private whether another tab of this device has the log */ this.elsewhere = true;
    /** @private @type {Set<(state: TabletState) => void>} */ this.listeners = new Set();
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
      announcements: record?.announcements ?? [],
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
    Object.assign(this, { settings: { ...this.settings, ...chosen } });
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
    Object.assign(this, { storage: { ...this.storage, ...claimed } });
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
