import { h } from "./dom.js";
import { printed } from "./hyphens.js";
import { icon } from "./icons.js";
import { monogram, roleWord, token } from "./parts.js";

/**
 * @import { PlayerView, SquareView } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 * @import { Child } from "./dom.js"
 */

/** The boards have cities in the same order; each colour is that of the printed band. */
/** @param {SquareView[]} squares */
export function cityNumbers(squares) {
  const cities = [...new Set(squares.map((each) => each.city).filter((city) => city !== null))];
  return new Map(cities.map((city, index) => [city, index + 1]));
}

/**
 * The board as it lies on the table: pawns, owners, buildings, mortgages; each square opens its deed.
 *
 * @param {Desk} desk
 * @param {{squares: SquareView[], tap: (square: SquareView) => void, marked: number | null, centre: Child}} props
 */
export function board(desk, { squares, tap, marked, centre }) {
  const { players } = desk.view;
  const cities = cityNumbers(squares);
  return h(
    "section",
    { class: "board", "aria-label": desk.t("board") },
    squares.map((square) =>
      h(
        square.price === null ? "div" : "button",
        {
          ...(square.price === null
            ? { role: "img" }
            : { type: "button", onclick: () => tap(square) }),
          key: `square-${square.square}`,
          class: squareClass(square, marked),
          "data-tap": `square-${square.square}`,
          "aria-label": squareWords(desk, square),
        },
        square.city ? h("span", { class: `band city-${cities.get(square.city)}` }) : null,
        h("span", { class: "square-name" }, printed(square.name)),
        ownership(desk, square),
        pawns(desk, square, players),
      ),
    ),
    h("div", { class: "board-centre", key: "centre" }, centre),
  );
}

/** @param {SquareView} square @param {number | null} marked */
function squareClass(square, marked) {
  const side =
    square.square % 10 === 0
      ? "corner"
      : (["south", "west", "north", "east"][Math.floor(square.square / 10)] ?? "");
  return `square at-${square.square} ${side} ${square.kind} ${square.square === marked ? "marked" : ""}`;
}

/** @param {Desk} desk @param {SquareView} square */
function ownership(desk, square) {
  if (square.price === null) return null;
  if (square.owner === null) return h("span", { class: "price" }, desk.money(square.price));
  const owner = desk.player(square.owner);
  return h(
    "span",
    {
      class: `owner ${owner.role} ${square.mortgaged ? "mortgaged" : ""} ${square.monopolised ? "monopolised" : ""}`,
    },
    h("b", {}, monogram(owner, desk.view.players)),
    square.mortgaged ? icon("mortgage") : buildings(desk, square, owner),
  );
}

/** @param {Desk} desk @param {SquareView} square @param {PlayerView} owner */
function buildings(desk, square, owner) {
  if (square.improvements === 0) return null;
  const hotel = square.improvements === (owner.role === "monopolist" ? 4 : 5);
  return h(
    "span",
    { class: "buildings" },
    hotel
      ? h("i", { class: "hotel" })
      : Array.from({ length: square.improvements }, () => h("i", { class: "house" })),
  );
}

/** @param {Desk} desk @param {SquareView} square @param {PlayerView[]} players */
function pawns(desk, square, players) {
  const here = players.filter((each) => !each.out && each.square === square.square);
  if (here.length === 0) return null;
  return h(
    "span",
    { class: "pawns" },
    here.map((each) => token(desk, each.id, `pawn ${each.confined ? "confined" : ""}`)),
  );
}

/** The square in a sentence, for those who hear the board. */
/** @param {Desk} desk @param {SquareView} square */
function squareWords(desk, square) {
  const words = [`${square.square}, ${square.name}`];
  if (square.city) words.push(square.city);
  if (square.owner) words.push(desk.t("square.owned", { name: desk.player(square.owner).name }));
  else if (square.price !== null)
    words.push(desk.t("square.free", { amount: desk.money(square.price) }));
  if (square.improvements > 0) words.push(improvementWords(desk, square));
  if (square.mortgaged) words.push(desk.t("square.mortgaged"));
  for (const player of desk.view.players) {
    if (!player.out && player.square === square.square)
      words.push(desk.t("square.pawn", { name: player.name }));
  }
  return words.join(", ");
}

/** @param {Desk} desk @param {SquareView} square */
export function improvementWords(desk, square) {
  const role = square.owner === null ? "" : desk.player(square.owner).role;
  const hotel = square.improvements === (role === "monopolist" ? 4 : 5);
  return hotel ? desk.t("square.hotel") : desk.t("square.houses", { n: square.improvements });
}

/**
 * Every player with the cash the log gives them; a tap opens what that player may do.
 *
 * @param {Desk} desk
 * @param {{players: PlayerView[], tap: (id: string) => void, active: string | null}} props
 */
export function playerList(desk, { players, tap, active }) {
  return h(
    "ul",
    { class: "players", "aria-label": desk.t("players") },
    players.map((player) =>
      h(
        "li",
        { key: player.id },
        h(
          "button",
          {
            type: "button",
            class: `player ${player.out ? "out" : ""} ${player.id === active ? "active" : ""}`,
            "data-tap": `player-${player.id}`,
            onclick: () => tap(player.id),
          },
          token(desk, player.id),
          h(
            "span",
            { class: "player-words" },
            h("bdi", { class: "name" }, player.name),
            h("small", {}, standing(desk, player)),
          ),
          h("strong", { class: "cash" }, player.out ? "–" : desk.money(player.cash)),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk @param {PlayerView} player */
function standing(desk, player) {
  if (player.out) return desk.t("player.out");
  if (player.owes > 0)
    return h("b", { class: "owes" }, desk.t("player.owes", { amount: desk.money(player.owes) }));
  if (player.confined)
    return desk.t(player.role === "monopolist" ? "player.prison" : "player.price_war");
  return roleWord(desk, player.role);
}
