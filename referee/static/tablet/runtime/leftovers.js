/**
 * Tables this device wrote for before: what never reached the server goes to the chief, with the
 * token of that table (even a revoked one may hand over).
 *
 * @import { Api } from "./api.js"
 * @import { Entry, GameRecord } from "./types.js"
 * @import { Store } from "./store.js"
 */
import { Outbox, batch, wire } from "./outbox.js";

const AGAIN_MS = 60_000;

/** @param {Store} store @param {Api} api @param {GameRecord} record @returns {Promise<boolean>} */
async function handOver(store, api, record) {
  const outbox = await Outbox.load(store, record.game);
  if (!outbox) return true;
  await outbox.setAside(outbox.waiting, "other", false);
  while (outbox.unhanded.length > 0) {
    /** @type {Entry[]} */
    const entries = batch(outbox.unhanded);
    const reply = await api.ask("POST", `games/${record.game}/set-aside`, {
      token: record.token,
      body: {
        reason: entries[0]?.reason, expected_seq: record.head.seq + 1,
        previous_hash: record.head.hash, digest: record.edition.digest,
        events: entries.map(wire),
      },
    });
    if (reply.kind !== "answer") return false;
    await outbox.hand(entries);
  }
  return true;
}

/** @param {Store} store @param {Api} api @param {() => string | null} current the open game */
export async function handOverOthers(store, api, current) {
  /** @type {GameRecord[]} */
  const records = await store.all("games");
  const left = records.filter((record) => record.token && record.game !== current());
  const handed = await Promise.all(left.map((record) => handOver(store, api, record)));
  if (handed.includes(false)) setTimeout(() => handOverOthers(store, api, current), AGAIN_MS);
}
