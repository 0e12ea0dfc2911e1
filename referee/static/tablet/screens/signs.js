/**
 * The sign of each player: a shape that stays theirs all game, for who cannot tell the colours of
 * the roles apart, and for who looks from across the table.
 *
 * @import { PlayerView } from "../runtime/types.js"
 */
import { describedOnce, h } from "./dom.js";

/** Solid shapes on a 12 × 12 grid, by place in the order of play. */
const SHAPES = [
  "M6 0.8 11.6 11H0.4z",
  "M6 0.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z",
  "M6 0 12 6 6 12 0 6z",
  "M1 1h10v10H1z",
  "M4 0.5h4V4h3.5v4H8v3.5H4V8H0.5V4H4z",
  "M6 0l1.6 4 4.4.3-3.4 2.8 1.1 4.4L6 9.1 2.3 11.5l1.1-4.4L0 4.3 4.4 4z",
];

/** @param {PlayerView} player @param {PlayerView[]} players in the order of play */
export function sign(player, players) {
  const place = players.findIndex((each) => each.id === player.id);
  return signOf(Math.max(place, 0));
}

const signOf = describedOnce((/** @type {number} */ place) =>
  h(
    "svg",
    {
      class: "sign",
      viewBox: "0 0 12 12",
      "data-sign": place + 1,
      "aria-hidden": "true",
      focusable: "false",
    },
    h("path", { d: SHAPES[place % SHAPES.length] ?? "" }),
  ),
);
