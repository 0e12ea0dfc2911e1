/**
 * This tablet's own events as it keeps them: each with what it takes to send it, linked into a chain
 * with the one before. Nothing here is stored.
 *
 * @import { BoardEvent, Entry, GameRecord } from "./types.js"
 */
import { hallElapsed } from "./clock.js";
import { hex, link, START } from "./hash_chain.js";

/**
 * Entries for these events, in order after `last`, which nobody has judged yet.
 * @param {GameRecord} record of their game
 * @param {Entry | undefined} last of the entries there are
 * @param {BoardEvent[]} events
 * @param {string} at the moment written beside them
 * @returns {Promise<Entry[]>}
 */
export async function newEntries(record, last, events, at) {
  let [n, previous] = [(last?.n ?? 0) + 1, last?.chain ?? START];
  /** @type {Entry[]} */
  const entries = [];
  for (const event of events) {
    const entry = await newEntry(record, { n, previous, event, at });
    entries.push(entry);
    [n, previous] = [n + 1, entry.chain];
  }
  return entries;
}

/**
 * @param {GameRecord} record
 * @param {{n: number, previous: string, event: BoardEvent, at: string}} told
 * @returns {Promise<Entry>}
 */
async function newEntry(record, { n, previous, event, at }) {
  const message = {
    event_id: crypto.randomUUID(),
    salt: hex(crypto.getRandomValues(new Uint8Array(16))),
    at,
    event,
  };
  return {
    ...message,
    game: record.game,
    n,
    previous,
    chain: await link(previous, message),
    judged: false,
    state: "waiting",
    seq: null,
    hash: null,
    reason: null,
    handed: false,
    ...(event.type === "pause" ? { hallElapsed: hallElapsed(record) } : {}),
  };
}

/** Whether the chain is whole. @param {Entry[]} entries all of a game @returns {Promise<boolean>} */
export async function isIntact(entries) {
  let previous = START;
  for (const entry of entries) {
    if (entry.previous !== previous || (await link(previous, entry)) !== entry.chain) return false;
    previous = entry.chain;
  }
  return true;
}

/** The chain anew over entries of which some are other events now. @param {Entry[]} entries from the first of those on */
export async function linkAnew(entries) {
  let previous = entries[0]?.previous ?? START;
  for (const entry of entries) {
    entry.previous = previous;
    entry.chain = await link(previous, entry);
    previous = entry.chain;
  }
}
