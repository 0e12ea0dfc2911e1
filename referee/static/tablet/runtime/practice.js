/**
 * Rehearsal without a server: a table that lives on this device only.
 *
 * @import { GameRecord, Header } from "./types.js"
 */
import { START } from "./chain.js";

const NAMES = ["Ada", "Blaise", "Софья", "Emmy"];

/** Four players of an edition. @param {string} edition @returns {Header} */
export function practiceHeader(edition) {
  const players = NAMES.map((name, index) => ({
    id: `p${index + 1}`, name, role: index % 2 === 0 ? "competitor" : "monopolist",
  }));
  return { record: "amr/1", edition, mode: "two-hour", rulings: {}, players };
}

/** @param {Header} header @returns {GameRecord} */
export function practiceRecord(header) {
  const thrown = header.players.some((player) => player.role === null);
  return {
    game: `practice-${crypto.randomUUID()}`, practice: true, token: null, device: null,
    event: null, round: null, table: null, edition: { code: header.edition, digest: "" },
    roles: thrown ? "thrown" : "drawn", header,
    seats: header.players.map(({ id, name, role }, index) => ({
      seat: index + 1, player: id, name, role,
    })),
    state: "waiting", head: { seq: 0, hash: START }, lease: null,
    clock: { state: "running", length: 7200, extra: 0, elapsed: 0, as_of: new Date().toISOString() },
    clockReceived: Date.now(), calls: [], setAside: [], confirmation: null, revoked: false, steps: [], release: null,
  };
}
