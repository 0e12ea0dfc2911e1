/**
 * Rehearsal without a server: a table that lives on this device only.
 *
 * @import { Confirmation, GameRecord, Header, View } from "./types.js"
 */

import { localNow } from "./clock.js";
import { START } from "./hash_chain.js";

const NAMES = ["Ada", "Blaise", "Софья", "Emmy"];

/** Four players of an edition. @param {string} edition @returns {Header} */
export function practiceHeader(edition) {
  const players = NAMES.map((name, index) => ({
    id: `p${index + 1}`,
    name,
    role: index % 2 === 0 ? "competitor" : "monopolist",
  }));
  return { record: "amr/1", edition, mode: "two-hour", rulings: {}, players };
}

/** @param {Header} header @returns {GameRecord} */
export function practiceRecord(header) {
  const thrown = header.players.some((player) => player.role === null);
  return {
    game: `practice-${crypto.randomUUID()}`,
    practice: true,
    token: null,
    device: null,
    event: null,
    round: null,
    table: null,
    edition: { code: header.edition, digest: "" },
    roles: thrown ? "thrown" : "drawn",
    header,
    seats: header.players.map(({ id, name, role }, index) => ({
      seat: index + 1,
      player: id,
      name,
      role,
    })),
    state: "waiting",
    head: { seq: 0, hash: START },
    lease: null,
    clock: {
      state: "running",
      length: 7200,
      extra: 0,
      elapsed: 0,
      as_of: new Date().toISOString(),
    },
    clockReceived: localNow(),
    calls: [],
    setAside: [],
    confirmation: { statement: null, required: [], confirmed: [], disputed: [], blocked_by: [] },
    estimate: true,
    revoked: false,
    steps: [],
    release: null,
    next: null,
    behind: false,
  };
}

/**
 * The state that a server would give the game: confirmed by everybody still in it, it is closed.
 *
 * @param {View | null} view
 * @param {Confirmation} said
 */
export function practiceState(view, { confirmed, disputed }) {
  if (view?.status !== "finished") return view ? "playing" : "waiting";
  if (disputed.length > 0) return "disputed";
  const required = view.players.filter((player) => !player.out);
  return required.every(({ id }) => confirmed.includes(id)) ? "confirmed" : "finished";
}
