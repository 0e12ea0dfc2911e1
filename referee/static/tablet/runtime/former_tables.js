/**
 * Tables this device wrote for before: what never reached the server goes to the chief, with the
 * token of that table (even a revoked one may hand over).
 *
 * @import { Api } from "./api.js"
 * @import { Entry, GameRecord } from "./types.js"
 * @import { Store } from "./store.js"
 */
import { Outbox } from "./outbox.js";
import { firstHandOver, handOverOf } from "./wire_events.js";

const RETRY_AFTER_MS = 60_000;

/** @param {Store} store @param {Api} api @param {GameRecord} record @returns {Promise<boolean>} */
async function handOver(store, api, record) {
  const outbox = await Outbox.load(store, record.game);
  if (!outbox) return true;
  await outbox.setAside(outbox.waiting, "other");
  while (outbox.notHandedOver.length > 0) {
    /** @type {Entry[]} */
    const entries = firstHandOver(outbox.notHandedOver);
    const reply = await api.ask("POST", `games/${record.game}/set-aside`, {
      token: record.token,
      body: handOverOf(entries, outbox.record),
    });
    if (reply.kind !== "answer") return false;
    await outbox.markHandedOver(entries);
  }
  return true;
}

/** @param {Store} store @param {Api} api @param {() => string | null} current the open game */
export async function handOverFormerTables(store, api, current) {
  /** @type {GameRecord[]} */
  const records = await store.all("games");
  const left = records.filter((record) => record.token && record.game !== current());
  const handed = await Promise.all(left.map((record) => handOver(store, api, record)));
  if (handed.includes(false))
    setTimeout(() => handOverFormerTables(store, api, current), RETRY_AFTER_MS);
}
