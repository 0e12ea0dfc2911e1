/**
 * Events on their way to the server: their form, their kind, their bytes, and how many of them one
 * request may carry.
 *
 * @import { BoardEvent, Entry, GameRecord, Row, WireEvent } from "./types.js"
 */

const MAX_BATCH_EVENTS = 100;
/** Each has the server play the whole game again. */
const MAX_BATCH_CORRECTIONS = 10;
const MAX_BATCH_BYTES = 200_000;
/** As many bytes as a UTF-16 unit of text may take in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
const UTF8 = new TextEncoder();
const CORRECTIONS = ["revise", "revert"];
const ADMINISTRATIVE = [
  "pause",
  "resume",
  "note",
  "referee",
  "cash_count",
  "confirm",
  "dispute",
  "understood",
];

/** Whether an event lies beside the board. @param {{type: string}} event */
export function isAdministrative({ type }) {
  return ADMINISTRATIVE.includes(type);
}

/** Whether an event changes which events of the board are in force. @param {{type: string}} event */
export function isCorrection({ type }) {
  return CORRECTIONS.includes(type);
}

/** The longest beginning one request can carry. @param {Entry[]} entries */
export function firstBatch(entries) {
  let bytes = 0;
  let corrections = 0;
  const end = entries.slice(0, MAX_BATCH_EVENTS).findIndex((entry, index) => {
    bytes += MAX_BYTES_PER_UNIT * JSON.stringify(toWire(entry)).length;
    if (CORRECTIONS.includes(entry.event.type)) corrections += 1;
    return (index > 0 && bytes > MAX_BATCH_BYTES) || corrections > MAX_BATCH_CORRECTIONS;
  });
  return entries.slice(0, end < 0 ? MAX_BATCH_EVENTS : end);
}

/**
 * The longest beginning of what goes to the chief that one request can carry: rows that followed each
 * other, for one reason.
 * @param {Entry[]} entries
 */
export function firstHandOver(entries) {
  const [first] = entries;
  const end = entries.findIndex(
    (entry, index) =>
      entry.reason !== first?.reason ||
      (index > 0 && entry.seq !== (entries[index - 1]?.seq ?? 0) + 1),
  );
  return firstBatch(end < 0 ? entries : entries.slice(0, end));
}

/** The body of a request that hands these over. @param {Entry[]} entries @param {GameRecord} record */
export function handOverOf(entries, { head, edition }) {
  const [first] = entries;
  return {
    reason: first?.reason ?? "other",
    expected_seq: first?.seq ?? head.seq + 1,
    previous_hash: head.hash,
    digest: edition.digest,
    events: entries.map(toWire),
  };
}

/** @param {Entry} entry @returns {WireEvent} */
export function toWire({ event_id, salt, at, event }) {
  return { event_id, salt, at, event };
}

/** The row that the server has made of an event. @param {Entry} entry @param {number} seq @param {string} hash @returns {Row} */
export function rowOf({ event_id, at, event }, seq, hash) {
  return { seq, hash, event_id, kind: kindOf(event), at, event };
}

/** The bytes of the event's JSON in UTF-8, as the server counts them. @param {BoardEvent} event */
export function sizeOf(event) {
  return UTF8.encode(JSON.stringify(event)).length;
}

/** @param {BoardEvent} event */
export function kindOf(event) {
  return ADMINISTRATIVE.includes(event.type) ? "admin" : "board";
}
