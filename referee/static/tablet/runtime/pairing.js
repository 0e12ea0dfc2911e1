/**
 * From a scanned token or a typed code to a table that can start cold.
 *
 * @import { Api, Reply } from "./api.js"
 * @import { GameRecord, Problem, Release, Row } from "./types.js"
 * @import { Store } from "./store.js"
 */

import { recordOf } from "./game_record.js";
import { problemFor } from "./messages.js";
import { storageProblem } from "./store.js";

/** @typedef {{ok: true, game: string} | {ok: false, problem: Problem}} Paired */

/** @typedef {{pair?: string, practice?: string}} Link a token, or a practice's edition */

/** Take a token or a practice's edition off the address bar. @returns {Link | null} */
export function takeLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  const [pair, practice] = [given.get("pair"), given.get("practice")];
  return pair || practice ? { ...(pair && { pair }), ...(practice && { practice }) } : null;
}

/**
 * The same request again after a lost answer has the same id, so the token is not used up.
 * @param {Store} store @param {{token?: string, code?: string}} secret
 */
async function requestFor(store, secret) {
  const kept = await store.get("device", "pairing");
  if (kept && kept.token === secret.token && kept.code === secret.code) return kept;
  const request = { request_id: crypto.randomUUID(), ...secret };
  await store.write([{ store: "device", key: "pairing", put: request }]);
  return request;
}

/** @param {Store} store @param {any} given @param {any} body @param {Release | null} release */
async function storePairing(store, given, body, release) {
  const known = await store.game(body.game);
  const own = { token: given.token, device: given.device, lease: given.lease, release };
  // A table this tablet knows keeps its log here: what waits is still to be sent.
  const record = known ? { ...known, ...own, revoked: false } : recordOf(body, own);
  const rows = known ? [] : body.log;
  await store.write([
    { store: "games", put: record },
    ...rows.map((/** @type {Row} */ row) => ({
      store: /** @type {const} */ ("rows"),
      put: { ...row, game: body.game },
    })),
    { store: "device", key: "game", put: body.game },
    { store: "device", remove: "pairing" },
  ]);
}

/** @param {Reply} reply @returns {Problem} */
function problemOf(reply) {
  return reply.kind === "problem" ? reply.problem : problemFor("no-server");
}

/**
 * @param {Store} store @param {Api} api @param {{token?: string, code?: string}} secret
 * @param {string} releaseAddress
 * @param {(game: string) => void} letGo called before a game is kept, which may be open already
 * @returns {Promise<Paired>}
 */
export async function pair(store, api, secret, releaseAddress, letGo) {
  return storing(async () => {
    const request = await requestFor(store, secret);
    const reply = await api.ask("POST", "pair", { body: request });
    return take(store, api, reply, releaseAddress, letGo);
  });
}

/**
 * The table's game in the newest round. Asked again after a lost answer it is the same tablet.
 * @param {Store} store @param {Api} api @param {GameRecord} record of the game it comes from
 * @param {string} releaseAddress
 * @returns {Promise<Paired>}
 */
export async function pairWithNext(store, api, { game, token }, releaseAddress) {
  return storing(async () => {
    const reply = await api.ask("POST", `games/${game}/next`, { token, body: {} });
    return take(store, api, reply, releaseAddress);
  });
}

/** A tablet that can store nothing more says so. @param {() => Promise<Paired>} work @returns {Promise<Paired>} */
async function storing(work) {
  try {
    return await work();
  } catch (error) {
    return { ok: false, problem: storageProblem(error) };
  }
}

/**
 * Keep the game that an answer gives this tablet.
 * @param {Store} store @param {Api} api @param {Reply} paired @param {string} releaseAddress
 * @param {(game: string) => void} [letGo]
 * @returns {Promise<Paired>}
 */
async function take(store, api, paired, releaseAddress, letGo) {
  if (paired.kind !== "answer") return { ok: false, problem: problemOf(paired) };
  const { token, game } = paired.body;
  const bootstrap = await api.ask("GET", `games/${game}`, { token });
  if (bootstrap.kind !== "answer") return { ok: false, problem: problemOf(bootstrap) };
  const release = await api.ask("GET", `${releaseAddress}?of=${Date.now()}`);
  const engine = release.kind === "answer" ? release.body : null;
  letGo?.(game);
  await storePairing(store, paired.body, bootstrap.body, engine);
  return { ok: true, game };
}
