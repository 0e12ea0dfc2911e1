/**
 * The log of one table on this tablet: the server's rows it knows, its own events, and which of
 * these the server has. Nothing here talks to the network or judges.
 *
 * @import { BoardEvent, Config, Entry, GameRecord, Head, Row, SetAside } from "./types.js"
 * @import { Change, Store } from "./store.js"
 */

import { withoutElapsed } from "./game_record.js";
import { START } from "./hash_chain.js";
import { isIntact, linkAnew, newEntries } from "./own_entries.js";
import { numbersOf, renumbered } from "./renumbering.js";
import { headOf, unbroken } from "./server_rows.js";
import { keysOfGame } from "./store.js";
import { kindOf, rowOf, sizeOf } from "./wire_events.js";

/** How old what a tablet has stored of a running clock may be. */
const MAX_STORED_CLOCK_AGE_MS = 5_000;

export class Outbox {
  /** @param {Store} store @param {GameRecord} record @param {Row[]} rows @param {Entry[]} entries */
  constructor(store, record, rows, entries) {
    /** @private */ this.store = store;
    this.record = record;
    this.rows = rows;
    this.entries = entries;
    /** @private */ this.closed = false;
    /** @private */ this.storedAt = -Infinity;
    /** Bytes of all own events. @private */
    this.bytes = entries.reduce((sum, entry) => sum + sizeOf(entry.event), 0);
  }

  /** @param {Store} store @param {string} game @returns {Promise<Outbox | null>} */
  static async load(store, game) {
    const record = await store.game(game);
    if (!record) return null;
    const rows = unbroken(await store.rows(game));
    // The rows say how far the log goes: the record may be older than they are.
    return new Outbox(store, { ...record, head: headOf(rows) }, rows, await store.outbox(game));
  }

  /** The table is left: what is still heard of it changes its log, but never again its record. */
  close() {
    this.closed = true;
  }

  /** @private @returns {Change[]} */
  keptRecord() {
    return this.closed ? [] : [{ store: "games", put: this.record }];
  }

  /** Own events the server has not decided on, in order. */
  get waiting() {
    return this.entries.filter((entry) => entry.state === "waiting");
  }

  /** Own events in the server's log, in order. */
  get logged() {
    return this.entries.filter((entry) => entry.state === "confirmed");
  }

  /** Own events that the server keeps for the chief. */
  get handedOver() {
    return this.entries.filter((entry) => entry.state === "set_aside" && entry.handed);
  }

  /** Own events the server could not accept and has not yet taken into its keeping. */
  get notHandedOver() {
    return this.entries.filter((entry) => entry.state === "set_aside" && !entry.handed);
  }

  /**
   * Keep what an answer says of the table. What the chief has is named in every answer until a day
   * after the decision: where an entry is missing, or has fewer events than it had, a server may
   * have been restored from a backup older than those, and everything is handed over again (the
   * server knows what it has already). What says nothing new is not stored each time.
   * @param {Partial<GameRecord> & {setAside: SetAside[]}} fields
   */
  async keepTableState(fields) {
    const kept = new Map(fields.setAside.map((one) => [one.id, one.events]));
    const lost = this.record.setAside.some((one) => (kept.get(one.id) ?? 0) < one.events);
    const changed = withoutElapsed({ ...this.record, ...fields }) !== withoutElapsed(this.record);
    Object.assign(this.record, fields);
    if (!changed && performance.now() - this.storedAt < MAX_STORED_CLOCK_AGE_MS) return;
    await this.store.write([...(lost ? this.handOverAgain() : []), ...this.keptRecord()]);
    this.storedAt = performance.now();
  }

  /** @private @returns {Change[]} what the chief had is to be handed over once more */
  handOverAgain() {
    const { handedOver } = this;
    for (const entry of handedOver) entry.handed = false;
    return handedOver.map((entry) => ({ store: "outbox", put: entry }));
  }

  /**
   * Whether these events are within the server's limits (`referee/journal/limits.py`) of what one tablet
   * records for one table: whatever becomes of them, it can hand over all it has shown as recorded.
   * @param {BoardEvent[]} events @param {Config} limits
   */
  hasRoomFor(events, { eventBytes, ownEvents, ownBytes }) {
    const sizes = events.map(sizeOf);
    const bytes = this.bytes + sizes.reduce((sum, size) => sum + size, 0);
    const full =
      this.entries.length + events.length > Number(ownEvents) || bytes > Number(ownBytes);
    return !full && !sizes.some((size) => size > Number(eventBytes));
  }

  /**
   * What these events would be kept as; another is made only once these were appended or given up.
   * @param {BoardEvent[]} events @param {string} at the moment written beside them
   */
  entriesFor(events, at) {
    return newEntries(this.record, this.entries.at(-1), events, at);
  }

  /**
   * Make these entries durable; all or none. Rejected when the tablet cannot store them.
   * @param {Entry[]} entries as `entriesFor` made them
   * @param {boolean} judged whether an engine allowed them
   */
  async append(entries, judged) {
    for (const entry of entries) entry.judged = judged;
    await this.store.write(entries.map((entry) => ({ store: "outbox", add: entry })));
    this.entries.push(...entries);
    this.bytes += entries.reduce((sum, entry) => sum + sizeOf(entry.event), 0);
  }

  /** Whether the stored chain is whole. */
  isIntact() {
    return isIntact(this.entries);
  }

  /** Keep this of the table. @param {Partial<GameRecord>} fields */
  async update(fields) {
    Object.assign(this.record, fields);
    await this.store.write(this.keptRecord());
  }

  /**
   * The server has these events of ours at these places; one write for all.
   * @param {{event_id: string, seq: number, hash: string}[]} decided in order of `seq`
   */
  async markConfirmed(decided) {
    /** @type {Change[]} */
    const changes = [];
    for (const { event_id, seq, hash } of decided) {
      const entry = this.entries.find((one) => one.event_id === event_id);
      if (!entry) continue;
      Object.assign(entry, { state: "confirmed", seq, hash, handed: true });
      changes.push({ store: "outbox", put: entry });
      // A place further on than the next has rows of others before it: they are fetched.
      if (seq === this.record.head.seq + 1)
        changes.push(...this.appendRow(rowOf(entry, seq, hash)));
    }
    changes.push(...this.keptRecord());
    await this.store.write(changes);
  }

  /** Add rows of the server's log that follow ours. @param {Row[]} rows */
  async appendRows(rows) {
    const before = this.numbers();
    /** @type {Change[]} */
    const changes = [];
    // Each row moves the head on.
    for (const row of rows)
      if (row.seq === this.record.head.seq + 1) changes.push(...this.appendRow(row));
    changes.push(...(await this.renumber(before)), ...this.keptRecord());
    await this.store.write(changes);
  }

  /** @private Own events by their numbers in the log. */
  numbers() {
    return numbersOf(this.entries, this.record.head.seq);
  }

  /**
   * The corrections that wait name the same events as `before`, whose numbers may have moved. One
   * that has to be changed is another event: the server has never accepted the old one.
   * @private @param {Map<number, Entry>} before
   * @returns {Promise<Change[]>}
   */
  async renumber(before) {
    const after = this.numbers();
    /** @type {Set<Entry>} */
    const changed = new Set();
    for (const entry of this.waiting) {
      const event = renumbered(entry.event, before, after, this.record.head.seq);
      if (!event) continue;
      Object.assign(entry, { event, event_id: crypto.randomUUID() });
      changed.add(entry);
    }
    if (changed.size === 0) return [];
    const first = this.entries.findIndex((entry) => changed.has(entry));
    const linked = this.entries.slice(first);
    await linkAnew(linked);
    return linked.map((entry) => /** @type {Change} */ ({ store: "outbox", put: entry }));
  }

  /** @private @param {Row} row @returns {Change[]} */
  appendRow(row) {
    this.rows.push(row);
    this.record.head = { seq: row.seq, hash: row.hash };
    /** @type {Change[]} */
    const changes = [{ store: "rows", put: { ...row, game: this.record.game } }];
    const own = this.entries.find((entry) => entry.event_id === row.event_id);
    // A log that was taken anew may have it at another place.
    if (own && (own.state !== "confirmed" || own.hash !== row.hash)) {
      Object.assign(own, { state: "confirmed", seq: row.seq, hash: row.hash, handed: true });
      changes.push({ store: "outbox", put: own });
    }
    return changes;
  }

  /**
   * These own events go to the chief, with the numbers they have here; `handed` are those of them
   * that the server has already.
   * @param {Entry[]} entries @param {string} reason @param {Entry[]} [handed]
   */
  async setAside(entries, reason, handed = []) {
    const numbers = new Map([...this.numbers()].map(([n, entry]) => [entry, n]));
    for (const entry of entries) {
      const seq = numbers.get(entry) ?? entry.seq;
      Object.assign(entry, { state: "set_aside", reason, seq, handed: handed.includes(entry) });
    }
    await this.store.write(entries.map((entry) => ({ store: "outbox", put: entry })));
  }

  /** The chief has them. @param {Entry[]} entries */
  async markHandedOver(entries) {
    for (const entry of entries) entry.handed = true;
    await this.store.write(entries.map((entry) => ({ store: "outbox", put: entry })));
  }

  /**
   * The server's log ends here although ours goes on (it was restored from a backup): our own
   * acknowledged events after it wait again, in their order, and what the chief had is handed over
   * again, for the backup may be older than that (the server knows what it has already).
   * @param {Head} head
   * @returns {Promise<boolean>} false when the server's log is not a beginning of ours
   */
  async rewind(head) {
    const known = head.seq === 0 ? START : this.rows[head.seq - 1]?.hash;
    if (known !== head.hash) return false;
    const before = this.numbers();
    const lost = this.entries.filter(
      (entry) => entry.state === "confirmed" && (entry.seq ?? 0) > head.seq,
    );
    for (const entry of lost) Object.assign(entry, { state: "waiting", seq: null, hash: null });
    this.rows = this.rows.slice(0, head.seq);
    this.record.head = head;
    await this.store.write([
      {
        store: "rows",
        remove: IDBKeyRange.bound([this.record.game, head.seq + 1], [this.record.game, []]),
      },
      ...lost.map((entry) => /** @type {Change} */ ({ store: "outbox", put: entry })),
      ...(await this.renumber(before)),
      ...this.handOverAgain(),
      ...this.keptRecord(),
    ]);
    return true;
  }

  /**
   * Forget the server's rows (they are fetched anew); own events stay, and what the chief of another
   * log had is handed over again.
   */
  async forgetRows() {
    this.rows = [];
    this.record.head = headOf([]);
    await this.store.write([
      { store: "rows", remove: keysOfGame(this.record.game) },
      ...this.handOverAgain(),
      ...this.keptRecord(),
    ]);
  }

  /** With the server's whole log here: own events it once acknowledged and lacks go to the chief. */
  async reconcile() {
    const there = new Set(this.rows.map((row) => row.event_id));
    const lacking = this.entries.filter(
      (entry) => entry.state === "confirmed" && !there.has(entry.event_id),
    );
    await this.setAside(lacking, "diverged");
  }

  /** Everything the engine folds: the server's rows, then our own that wait. */
  logForEngine() {
    const rows = this.rows.map((row) => ({
      n: row.seq,
      kind: row.kind,
      at: row.at,
      event: row.event,
      by: row.by,
    }));
    const after = this.rows.length;
    const own = this.waiting.map((entry, index) => ({
      n: after + index + 1,
      kind: kindOf(entry.event),
      at: entry.at,
      event: entry.event,
      judged: entry.judged,
    }));
    return [...rows, ...own];
  }
}
