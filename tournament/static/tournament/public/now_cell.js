// The cell of a row of standings that tells what it would be if time were called now.

import { pointsText, write } from "./words.js";

/**
 * @param {HTMLElement} row with its official rank, none before the first result
 * @param {{ rank: number, points: string } | undefined} now
 */
export function showNow(row, now) {
  const official = row.dataset.rank ? Number(row.dataset.rank) : Number.NaN;
  write(row.querySelector("[data-now-rank]"), now ? String(now.rank) : "–");
  write(row.querySelector("[data-now-points]"), now ? pointsText(now.points) : "");
  const cell = row.querySelector("[data-now]");
  cell?.classList.toggle("projected-up", now !== undefined && now.rank < official);
  cell?.classList.toggle("projected-down", now !== undefined && now.rank > official);
}
