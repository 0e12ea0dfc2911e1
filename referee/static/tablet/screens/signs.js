/**
 * The sign of each player: a shape that stays theirs all game, for who cannot tell the colours of
 * the roles apart, and for who looks from across the table.
 *
 * @import { PlayerView } from "../runtime/types.js"
 */
import { describedOnce, h } from "./dom.js";

/** How many there are: the style sheet draws them, which costs each frame less than pictures would. */
const SIGNS = 6;

/** @param {PlayerView} player @param {PlayerView[]} players in the order of play */
export function sign(player, players) {
  const place = players.findIndex((each) => each.id === player.id);
  return signOf(Math.max(place, 0));
}

const signOf = describedOnce((/** @type {number} */ place) => {
  const number = (place % SIGNS) + 1;
  return h("i", { class: `sign sign-${number}`, "data-sign": number });
});
