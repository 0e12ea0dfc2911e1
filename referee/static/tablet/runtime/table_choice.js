/**
 * Which table this device has open: the one it was paired with, the one a link asks for, practice, or
 * none. Every call answers with a value, none throws.
 *
 * @import { Config, Header, Problem, Settings, StorageState } from "./types.js"
 * @import { Store } from "./store.js"
 * @import { ActionResult } from "./table_actions.js"
 * @import { Link } from "./pairing.js"
 */
import { Api } from "./api.js";
import { FormerTables } from "./former_tables.js";
import { problemFor } from "./messages.js";
import { isForgotten, isUnfinished, NextGamePairing } from "./next_game.js";
import { pair, takeLink } from "./pairing.js";
import { practiceFor, practiceRecord, tutorialHeader } from "./practice.js";
import { forgetRelease } from "./spare_worker.js";
import { forgettingGame } from "./store.js";
import { Table } from "./table.js";
import { DONE, TableActions } from "./table_actions.js";
import { Updates } from "./updates.js";

/** @type {StorageState} */
const NOTHING_KNOWN = { persisted: false, quota: null, used: null, full: false };

export class TableChoice extends TableActions {
  /** @param {Config} config @param {Store} store @param {Settings} settings */
  constructor(config, store, settings) {
    super();
    this.config = config;
    this.settings = settings;
    this.updates = new Updates(config.serviceWorker, () => this.changed());
    /** @protected */ this.api = new Api(config.api, () => this.settings.language);
    /** @protected */ this.store = store;
    /** @protected @type {StorageState} */ this.storage = NOTHING_KNOWN;
    /** @protected @type {Problem | null} */ this.problem = null;
    /** @protected */ this.opening = false;
    /** @protected @type {Link | null} kept, not used, until a person says so */ this.link = null;
    /** @private */
    this.formerTables = new FormerTables(store, this.api, () => this.table?.record.game ?? null);
    /** @protected */ this.nextGamePairing = new NextGamePairing(store, this.api, config.release);
  }

  /** Restore the table this device was paired with, or take a fragment's. */
  async restore() {
    const game = await this.store.get("device", "game");
    const kept = await this.store.get("device", "link");
    if (game) await this.open(game);
    if (!(await this.openScannedLink()) && kept && this.table) this.askAboutLink(kept);
    if (!this.table) this.updates.start();
    this.lookAfterFormerTables();
  }

  /** @private */
  lookAfterFormerTables() {
    void this.formerTables.look();
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
    this.lookAfterFormerTables();
  }

  /** @protected The same in a tab that has a table open, whose events may still wait. */
  async openLaterLink() {
    if (await this.openScannedLink()) this.lookAfterFormerTables();
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
    this.lookAfterFormerTables();
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
    await this.store.write([
      { store: "device", remove: "game" },
      ...(isForgotten(table) ? forgettingGame(record.game) : []),
    ]);
    this.lookAfterFormerTables();
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
}
