// Places that are revealed from the last one up: whether they are, and which was revealed just now.

import { word } from "./words.js";

/** @typedef {any} State the public state of an event (`treasurer-event/1`) */

/** Whether places are being revealed. @param {State} state */
export const isRevealing = (state) => (state.standings.first_place ?? 1) > 1;

/**
 * Who has the best place that is shown; null unless it was revealed since `before`.
 * @param {State} state @param {State} before
 * @returns {{ rank: number, names: string[] } | null}
 */
export function revealedSince(state, before) {
  const isHidden = Boolean(state.event.frozen_at) && state.event.revealed_to !== 1;
  const ended = isRevealing(before) && !isHidden;
  if (!isRevealing(state) && !ended) return null;
  if (isRevealing(before) && state.standings.first_place >= before.standings.first_place)
    return null;
  const rows = Object.entries(/** @type {Record<string, any>} */ (state.standings.rows));
  const rank = Math.min(...rows.map(([, row]) => row.rank));
  const best = rows.filter(([, row]) => row.rank === rank);
  const names = best.map(([code]) => state.players[code]?.name ?? "");
  return names.length ? { rank, names } : null;
}

/**
 * Tell a screen reader at once of a place that was revealed.
 * @param {Pick<import("./live_page.js").LivePage, "announce">} page
 * @param {State} state
 * @param {State | null} before
 * @returns {boolean} whether one was
 */
export function announceRevealed(page, state, before) {
  const found = before && revealedSince(state, before);
  if (!found) return false;
  const text = word("revealed").replace("%r", String(found.rank));
  page.announce(text.replace("%n", found.names.join(", ")), 0);
  return true;
}
