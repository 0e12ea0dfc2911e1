// A spark line: how a player's worth went, with what it is now as its last point. `templatetags/spark.py`
// draws the same.

import { money, word } from "./words.js";

const [WIDTH, HEIGHT] = [60, 16];

/**
 * The points of a line between the least and the most of its table.
 * @param {number[]} values
 * @param {number} least
 * @param {number} most
 */
export function sparkPoints(values, least, most) {
  const [last, span] = [values.length - 1, Math.max(most - least, 1)];
  return values
    .map((value, index) => {
      const left = Math.floor((index * WIDTH) / last);
      return `${left},${HEIGHT - 1 - Math.floor(((value - least) * (HEIGHT - 2)) / span)}`;
    })
    .join(" ");
}

/**
 * What a player was worth so far, in order of time.
 * @param {any} board
 * @param {any} player
 * @returns {number[]}
 */
export function worthOf(board, player) {
  if (player.out || player.expected === undefined) return [];
  const points = Object.entries(board.worth ?? {}).sort(
    ([one], [other]) => Number(one) - Number(other),
  );
  return [...points.map(([, values]) => values[player.seat - 1]), player.expected];
}

/** Draw a tile's lines anew. @param {HTMLElement} tile @param {any} board @param {string} currency */
export function showSparks(tile, board, currency) {
  const players = Object.entries(/** @type {Record<string, any>} */ (board.players));
  const lines = players.map(([code, player]) => ({ code, values: worthOf(board, player) }));
  const all = lines.flatMap(({ values }) => values);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  for (const { code, values } of lines) {
    const svg = tile.querySelector(`[data-player="${CSS.escape(code)}"] .spark`);
    if (!svg || values.length < 2) continue;
    svg.querySelector("polyline")?.setAttribute("points", sparkPoints(values, least, most));
    const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
    const told = word("worth")
      .replace("%(first)s", money(first, currency))
      .replace("%(last)s", money(last, currency));
    svg.setAttribute("aria-label", told);
  }
}
