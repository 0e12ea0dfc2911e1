/**
 * What is half entered at a table and recorded nowhere: kept on the tablet beside the log, so that a
 * reload, a kill or a rotation loses none of it. Read at once, written behind the tap.
 *
 * @import { Change, Store } from "./store.js"
 */
import { keysOfGame } from "./store.js";

/** @typedef {{game: string, name: string, value: unknown}} Draft */

export class Drafts {
  /** @param {Store | null} store null where no table is open: then nothing outlives the page @param {string} game @param {Draft[]} kept */
  constructor(store, game, kept) {
    /** @private */ this.store = store;
    /** @private */ this.game = game;
    /** @private */ this.values = new Map(kept.map(({ name, value }) => [name, value]));
    /** @private @type {Set<string>} what is not on the disk as it is here */
    this.unwritten = new Set();
  }

  /** @param {Store} store @param {string} game */
  static async load(store, game) {
    return new Drafts(store, game, await store.all("drafts", keysOfGame(game)));
  }

  /** @param {string} name @returns {any} as it was kept last; null where nothing was */
  get(name) {
    return this.values.get(name) ?? null;
  }

  /** @param {string} name @param {unknown} value plain data, as JSON has it; null for none */
  keep(name, value) {
    if (JSON.stringify(this.get(name)) === JSON.stringify(value)) return;
    // A copy: what the screen goes on changing is another draft.
    this.values.set(name, structuredClone(value));
    if (this.unwritten.size === 0) queueMicrotask(() => this.flush());
    this.unwritten.add(name);
  }

  /** @param {string} name */
  drop(name) {
    this.keep(name, null);
  }

  /** Write what changed. A tablet whose disk is full keeps it in memory and says so elsewhere. */
  flush() {
    const { store, game } = this;
    const names = [...this.unwritten];
    this.unwritten.clear();
    const changes = names.map((name) => {
      const value = this.get(name);
      return /** @type {Change} */ (
        value === null
          ? { store: "drafts", remove: [game, name] }
          : { store: "drafts", put: { game, name, value } }
      );
    });
    // Relaxed: nobody was told that a draft is safe, and no event waits for it.
    store?.write(changes, "relaxed").catch(() => undefined);
  }
}
