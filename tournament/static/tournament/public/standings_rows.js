// Players of an event beyond the rows of its page: those looked for, or followed; and rows in another
// order, with as few as may be moved: a row that is moved is laid out anew, with all that is folded
// away in it.

import { finder } from "../common/search_key.js";

const MAX_FOUND = 50;

/**
 * @typedef {object} FoundPlayer
 * @property {string} code
 * @property {string} name
 * @property {number} seed
 * @property {number | null} rank null while it is not shown
 * @property {string} points exact, "" without a rank
 */

/**
 * @typedef {object} Group
 * @property {string} field of a player in the state: `club`, or `team`
 * @property {string} name "" for all
 */

/**
 * @typedef {object} Wanted
 * @property {string} typed letters of a name
 * @property {Group} group
 * @property {Set<string>} followed shown while nothing is looked for
 * @property {Set<string>} onPage who has a row already
 */

/**
 * In order of the standings, fifty at most.
 * @param {any} state
 * @param {Wanted} wanted
 * @returns {FoundPlayer[]}
 */
export function playersBeyond(state, { typed, group, followed, onPage }) {
  const isMeant = finder(typed);
  const anybody = !typed.trim() && !group.name;
  const rows = state.standings.rows;
  return Object.entries(/** @type {Record<string, any>} */ (state.players))
    .filter(([code]) => !onPage.has(code))
    .filter(([code, player]) =>
      anybody
        ? followed.has(code)
        : isMeant(player.name) && (!group.name || player[group.field] === group.name),
    )
    .map(([code, { name, seed }]) => {
      const row = rows[code];
      const rank = row && state.standings.as_of ? row.rank : null;
      return { code, name, seed, rank, points: row ? row.points : "" };
    })
    .sort((one, other) => place(rows, one) - place(rows, other))
    .slice(0, MAX_FOUND);
}

/** @param {any} rows @param {FoundPlayer} player */
const place = (rows, { code, seed }) => rows[code]?.position ?? 100_000 + seed;

/**
 * Of rows that want these places, those that may stay: the most that are in order already.
 * @param {number[]} places @returns {Set<number>} their indexes
 */
export function thoseThatStay(places) {
  /** @type {number[]} */
  const lengths = [];
  /** @type {number[]} */
  const before = [];
  for (const [index, place] of places.entries()) {
    lengths[index] = 1;
    before[index] = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const length = (lengths[earlier] ?? 0) + 1;
      if ((places[earlier] ?? 0) < place && length > (lengths[index] ?? 0)) {
        lengths[index] = length;
        before[index] = earlier;
      }
    }
  }
  /** @type {Set<number>} */
  const stay = new Set();
  let at = lengths.indexOf(Math.max(...lengths));
  while (at >= 0) {
    stay.add(at);
    at = before[at] ?? -1;
  }
  return stay;
}

/**
 * Put the children of an element in this order.
 * @template {Element} Row
 * @param {Row[]} current as they are @param {Row[]} ordered the same ones as they should be
 */
export function reorder(current, ordered) {
  const wanted = new Map(ordered.map((row, index) => [row, index]));
  const stay = thoseThatStay(current.map((row) => wanted.get(row) ?? 0));
  const still = new Set([...stay].map((index) => current[index]));
  /** @type {Row | undefined} */
  let last;
  for (const row of ordered) {
    if (!still.has(row)) {
      if (last) last.after(row);
      else row.parentElement?.prepend(row);
    }
    last = row;
  }
}
