/**
 * The rows of the server's log that a tablet has. Pure: no network, no storage.
 *
 * @import { Head, Row } from "./types.js"
 */
import { START } from "./hash_chain.js";

/** The rows from the first as far as none is missing. @param {Row[]} rows by their numbers */
export function unbroken(rows) {
  const gap = rows.findIndex((row, index) => row.seq !== index + 1);
  return gap < 0 ? rows : rows.slice(0, gap);
}

/** Where a log of these rows ends. @param {Row[]} rows @returns {Head} */
export function headOf(rows) {
  const last = rows.at(-1);
  return last ? { seq: last.seq, hash: last.hash } : { seq: 0, hash: START };
}
