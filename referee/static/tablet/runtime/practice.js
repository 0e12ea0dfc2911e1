/**
 * Rehearsal without a server: a table that lives on this device only.
 *
 * @import { Confirmation, GameRecord, Header, View } from "./types.js"
 */

import { localNow } from "./clock.js";
import { START } from "./hash_chain.js";

const NAMES = ["Ada", "Blaise", "Софья", "Emmy"];

/** Four players of an edition. @param {string} edition @param {boolean} [thrown] for their roles @returns {Header} */
export function practiceHeader(edition, thrown = false) {
  const players = NAMES.map((name, index) => ({
    id: `p${index + 1}`,
    name,
    role: thrown ? null : index % 2 === 0 ? "competitor" : "monopolist",
  }));
  return { record: "amr/1", edition, mode: "two-hour", rulings: {}, players };
}

/** What a link asks for that names no edition: the guided table. */
const TUTORIAL = "tutorial";

/**
 * The table that a link or a button asks for.
 *
 * @param {string} wanted an edition, or the tutorial
 * @returns {{header: Header, tutorial: boolean}}
 */
export function practiceFor(wanted) {
  return wanted === TUTORIAL
    ? { header: tutorialHeader(), tutorial: true }
    : { header: practiceHeader(wanted), tutorial: false };
}

/** Two players twenty minutes on, so that five minutes show a whole game. @returns {Header} */
export function tutorialHeader() {
  return {
    ...practiceHeader("us-2011"),
    players: [
      { id: "p1", name: "Ada", role: "competitor" },
      { id: "p2", name: "Ben", role: "monopolist" },
    ],
    position: {
      cash: { p1: 100, p2: 500 },
      deeds: {
        5: { owner: "p2" },
        6: { owner: "p2" },
        8: { owner: "p2", improvements: 4 },
      },
    },
  };
}

/** Seconds that a guided table has been played for. */
const TUTORIAL_ELAPSED = 1200;

/** @param {Header} header @param {boolean} [tutorial] @returns {GameRecord} */
export function practiceRecord(header, tutorial = false) {
  const thrown = header.players.some((player) => player.role === null);
  return {
    game: `practice-${crypto.randomUUID()}`,
    practice: true,
    tutorial,
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
      elapsed: tutorial ? TUTORIAL_ELAPSED : 0,
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
  return view.required.every((id) => confirmed.includes(id)) ? "confirmed" : "finished";
}
