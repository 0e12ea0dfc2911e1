/**
 * What the tablet keeps: one IndexedDB database. Every write is one transaction with strict
 * durability (but for drafts): when the promise resolves, the data is on the disk.
 *
 * @import { Entry, GameRecord, Problem, Row } from "./types.js"
 */
import { problemFor } from "./messages.js";

const NAME = "treasurer-tablet";
/** 2: drafts. */
const VERSION = 2;

/** @typedef {"device" | "games" | "rows" | "outbox" | "calls" | "drafts"} StoreName */
/** @typedef {{put?: unknown, add?: unknown, remove?: IDBValidKey | IDBKeyRange,
 *   key?: IDBValidKey, store: StoreName}} Change */

/** @param {IDBDatabase} database @param {number} version of what is there; 0 for nothing */
function createStores(database, version) {
  if (version < 1) createFirstStores(database);
  if (version < 2) database.createObjectStore("drafts", { keyPath: ["game", "name"] });
}

/** @param {IDBDatabase} database */
function createFirstStores(database) {
  database.createObjectStore("device");
  database.createObjectStore("games", { keyPath: "game" });
  database.createObjectStore("rows", { keyPath: ["game", "seq"] });
  database.createObjectStore("outbox", { keyPath: ["game", "n"] });
  database.createObjectStore("calls", { keyPath: "id" });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function promiseOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The keys of everything of one game. @param {string} game */
export function keysOfGame(game) {
  return IDBKeyRange.bound([game], [game, []]);
}

/** The changes that forget a game and all that was kept with it. @param {string} game @returns {Change[]} */
export function forgettingGame(game) {
  const kept = /** @type {const} */ (["rows", "outbox", "drafts"]);
  return [
    ...kept.map((store) => ({ store, remove: keysOfGame(game) })),
    { store: "games", remove: game },
  ];
}

/** What a write that failed means to the person. @param {unknown} error @returns {Problem} */
export function storageProblem(error) {
  const full = error instanceof DOMException && error.name === "QuotaExceededError";
  return full ? problemFor("storage-full") : problemFor("storage", { detail: String(error) });
}

/** @param {IDBTransaction} transaction @param {Change} change */
function apply(transaction, { store: name, put, add, remove, key }) {
  const store = transaction.objectStore(name);
  if (add !== undefined) store.add(add);
  else if (remove !== undefined) store.delete(remove);
  else store.put(put, key);
}

export class Store {
  /** @param {IDBDatabase} database */
  constructor(database) {
    /** @private */
    this.database = database;
  }

  /** @returns {Promise<Store>} */
  static async open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => createStores(request.result, oldVersion);
    const database = await promiseOf(request);
    // A newer app in another tab may upgrade: stand aside instead of blocking it.
    database.onversionchange = () => database.close();
    return new Store(database);
  }

  /**
   * @param {StoreName} store
   * @param {IDBValidKey} key
   * @returns {Promise<any>}
   */
  get(store, key) {
    return promiseOf(this.database.transaction(store).objectStore(store).get(key));
  }

  /**
   * @param {StoreName} store
   * @param {IDBKeyRange} [range]
   * @returns {Promise<any[]>} in the order of their keys
   */
  all(store, range) {
    return promiseOf(this.database.transaction(store).objectStore(store).getAll(range));
  }

  /**
   * All of these changes or none; resolves once they are on the disk.
   * @param {Change[]} changes
   * @param {IDBTransactionDurability} [durability] less than strict only for what nobody was told is safe
   * @returns {Promise<void>} rejected with the DOMException (QuotaExceededError, …)
   */
  write(changes, durability = "strict") {
    if (changes.length === 0) return Promise.resolve();
    const names = [...new Set(changes.map((change) => change.store))];
    const transaction = this.database.transaction(names, "readwrite", { durability });
    /** @type {Promise<void>} */
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () =>
        reject(transaction.error ?? new DOMException("aborted", "AbortError"));
    });
    try {
      for (const change of changes) apply(transaction, change);
      // Nothing more is to come: the disk need not wait for the page to have heard of each change.
      transaction.commit();
    } catch (error) {
      transaction.abort();
      return done.catch(() => Promise.reject(error));
    }
    return done;
  }

  /** @param {string} game @returns {Promise<Entry[]>} */
  outbox(game) {
    return this.all("outbox", keysOfGame(game));
  }

  /** @param {string} game @returns {Promise<Row[]>} */
  rows(game) {
    return this.all("rows", keysOfGame(game));
  }

  /** @param {string} game @returns {Promise<GameRecord | undefined>} */
  game(game) {
    return this.get("games", game);
  }

  close() {
    this.database.close();
  }
}
