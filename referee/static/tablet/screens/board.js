/**
 * The board as it lies on the table.
 *
 * @import { PlayerView, SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { Child, VElement } from "./dom.js"
 * @import { IconName } from "./icons.js"
 */
import { h } from "./dom.js";
import { hyphenatedName } from "./hyphens.js";
import { icon } from "./icons.js";
import { sign } from "./signs.js";
import { monogram, token } from "./widgets.js";

/**
 * The boards have cities in the same order; each colour is that of the printed band.
 *
 * @param {SquareView[]} squares
 */
export function cityNumbers(squares) {
  const cities = [...new Set(squares.map((each) => each.city).filter((city) => city !== null))];
  return new Map(cities.map((city, index) => [city, index + 1]));
}

/**
 * The board as it lies on the table: pawns, owners, buildings, mortgages; each square opens its deed.
 * `tap` is that of the first drawing of these squares for this `ui`.
 *
 * @param {Ui} ui
 * @param {{squares: SquareView[], tap: (square: SquareView) => void, marked: number | null,
 *   trade?: Map<number, Traded>, centre: Child, over?: Child}} props `trade`: the deeds of the trade
 *   that is entered; `over`: what lies over the board for a moment
 */
export function board(ui, { squares, tap, marked, trade = NO_TRADE, centre, over }) {
  const cities = cityNumbers(squares);
  const looks = looksOf(ui);
  return h(
    "section",
    { class: "board", "aria-label": ui.t("board") },
    squares.map((square) => kept(ui, square, { tap, marked, trade, looks, cities })),
    h("div", { class: "board-centre", key: "centre" }, centre),
    over,
  );
}

/** @typedef {"tradable" | "traded"} Traded the deed may change hands, or does */

/** @type {Map<number, Traded>} */
const NO_TRADE = new Map();

/** @typedef {{tap: (square: SquareView) => void, marked: number | null, trade: Map<number, Traded>,
 *   looks: string, cities: Map<string, number>}} Around what a square's looks depend on beside itself */

/** Squares as they were described last. @type {WeakMap<SquareView, {ui: Ui, looks: string, drawn: VElement}>} */
const described = new WeakMap();

/** What all squares depend on: the words' language, and who the players are. @param {Ui} ui */
function looksOf({ state, view }) {
  const players = view.players.map(({ name, role, mostImprovements }) => [
    name,
    role,
    mostImprovements,
  ]);
  return JSON.stringify([state.settings.language, players]);
}

/** The square's description of before, where nothing that it shows has changed. @param {Ui} ui @param {SquareView} square @param {Around} around */
function kept(ui, square, around) {
  const here = standing(ui.view.players, square);
  const pawnsHere = here.map(({ id, confined }) => `${id}${confined ? " confined" : ""}`);
  const { marked, trade } = around;
  const marks = [square.square === marked, trade.get(square.square)];
  const looks = [...marks, ...pawnsHere, around.looks].join();
  const known = described.get(square);
  if (known?.ui === ui && known.looks === looks) return known.drawn;
  const drawn = squareOn(ui, square, around);
  described.set(square, { ui, looks, drawn });
  return drawn;
}

/** @param {Ui} ui @param {SquareView} square @param {Around} around */
function squareOn(ui, square, { tap, marked, trade, cities }) {
  const { players } = ui.view;
  const traded = trade.get(square.square);
  return h(
    square.price === null ? "div" : "button",
    {
      ...(square.price === null ? {} : { type: "button", onclick: () => tap(square) }),
      key: `square-${square.square}`,
      class: squareClass(square, [
        square.square === marked && "marked",
        standing(players, square).length > 0 && "occupied",
        traded,
      ]),
      "data-tap": `square-${square.square}`,
      "aria-pressed": traded && String(traded === "traded"),
    },
    h("span", { class: "visually-hidden" }, squareWords(ui, square)),
    h("span", { class: "seen-only", "aria-hidden": "true" }, [
      band(square, cities),
      h("span", { class: "square-name" }, hyphenatedName(square.name)),
      kindIcon(square),
      ownership(ui, square),
      pawns(ui, square, players),
    ]),
  );
}

/** What squares that are no street show in the place of their name. @type {Partial<Record<string, IconName>>} */
const KIND_ICONS = {
  start: "flag",
  role_card: "card",
  income_tax: "count",
  property_tax: "count",
  transport: "train",
  utility: "bolt",
  prison: "bars",
  go_to_prison: "judge",
  foundation: "deeds",
};

/** @param {SquareView} square */
function kindIcon({ kind }) {
  const name = KIND_ICONS[kind];
  return name ? h("span", { class: "square-kind" }, icon(name)) : null;
}

/** The colour of the city, with a crown where it is monopolised. @param {SquareView} square @param {Map<string, number>} cities */
function band(square, cities) {
  if (square.city === null) return null;
  return h(
    "span",
    { class: `band city-${cities.get(square.city)}` },
    square.monopolised ? h("span", { class: "crown" }, icon("crown")) : null,
  );
}

/** @param {SquareView} square @param {(string | false | undefined)[]} states */
function squareClass(square, states) {
  const side =
    square.square % 10 === 0
      ? "corner"
      : (["south", "west", "north", "east"][Math.floor(square.square / 10)] ?? "");
  const monopoly = square.monopolised && "monopoly";
  const classes = ["square", `at-${square.square}`, side, square.kind, monopoly, ...states];
  return classes.filter(Boolean).join(" ");
}

/** @param {Ui} ui @param {SquareView} square */
function ownership(ui, square) {
  if (square.price === null) return null;
  if (square.owner === null) return h("span", { class: "price" }, ui.money(square.price));
  const owner = ui.player(square.owner);
  return h(
    "span",
    {
      class: `owner ${owner.role} ${square.mortgaged ? "mortgaged" : ""} ${square.monopolised ? "monopolised" : ""}`,
    },
    sign(owner, ui.view.players),
    h("b", {}, monogram(owner, ui.view.players)),
    square.mortgaged ? icon("mortgage") : buildings(ui, square),
  );
}

/** @param {Ui} ui @param {SquareView} square */
function buildings(ui, square) {
  if (square.improvements === 0) return null;
  return h(
    "span",
    { class: "buildings" },
    isBigBuilding(ui, square)
      ? h("i", { class: "hotel" })
      : Array.from({ length: square.improvements }, () => h("i", { class: "house" })),
  );
}

/** How many pawns with their letters are too many beside what a square tells. */
const MANY = 3;

/** Whose pawns stand on the square. @param {PlayerView[]} players @param {SquareView} square */
function standing(players, { square }) {
  return players.filter((each) => !each.out && each.square === square);
}

/** @param {Ui} ui @param {SquareView} square @param {PlayerView[]} players */
function pawns(ui, square, players) {
  const here = standing(players, square);
  if (here.length === 0) return null;
  const many = here.length >= MANY && square.kind !== "start";
  return h(
    "span",
    { class: many ? "pawns many" : "pawns" },
    here.map((each) => token(ui, each.id, `pawn ${each.confined ? "confined" : ""}`)),
  );
}

/**
 * The square in a sentence, for those who hear the board.
 *
 * @param {Ui} ui @param {SquareView} square
 */
function squareWords(ui, square) {
  const words = [`${square.square}, ${square.name}`];
  if (square.city) words.push(square.city);
  if (square.owner) words.push(ui.t("square.owned", { name: ui.player(square.owner).name }));
  else if (square.price !== null)
    words.push(ui.t("square.free", { amount: ui.money(square.price) }));
  if (square.improvements > 0) words.push(improvementWords(ui, square));
  if (square.mortgaged) words.push(ui.t("square.mortgaged"));
  if (square.monopolised) words.push(ui.t("square.monopolised"));
  for (const player of ui.view.players) {
    if (!player.out && player.square === square.square)
      words.push(ui.t("square.pawn", { name: player.name }));
  }
  return words.join(", ");
}

/** @param {Ui} ui @param {SquareView} square */
export function improvementWords(ui, square) {
  return isBigBuilding(ui, square)
    ? ui.t("square.hotel")
    : ui.t("square.houses", { n: square.improvements });
}

/** Whether what stands there is the one big building. @param {Ui} ui @param {SquareView} square */
export function isBigBuilding(ui, square) {
  const owner = square.owner === null ? null : ui.player(square.owner);
  return owner !== null && square.improvements === owner.mostImprovements;
}
