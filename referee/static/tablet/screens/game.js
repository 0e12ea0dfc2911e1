import { blindPanel, unjudged } from "./blind.js";
import { board, playerList } from "./board.js";
import { DeedsSheet } from "./deeds.js";
import { h } from "./dom.js";
import { MoreSheet } from "./more.js";
import { button } from "./parts.js";
import { PlayerSheet } from "./player.js";
import { procedurePanel } from "./procedure.js";
import { QuickSheet } from "./quick.js";
import { timePrompt } from "./time.js";
import { TradeSheet } from "./trade.js";
import { actor, turnPanel } from "./turn.js";

/**
 * @import { SquareView } from "../runtime/types.js"
 * @import { Desk, Sheet } from "./desk.js"
 * @import { VNode } from "./dom.js"
 */

const AT_PLAY = ["playing", "closing"];

/**
 * The board on one side, what to do on the side of the hand.
 *
 * @param {Desk} desk
 */
export function gameScreen(desk) {
  const sheet = desk.sheets.at(-1);
  desk.marked = null;
  const panel = sheet ? sheetPanel(desk, sheet) : basePanel(desk);
  return h(
    "div",
    {
      class: `game ${sheet ? "with-sheet" : ""} ${AT_PLAY.includes(desk.view.status) || desk.marked !== null ? "" : "ending"}`,
      key: "game",
      "data-entries": desk.view.ledger.length,
    },
    board(desk, {
      squares: sheet instanceof QuickSheet ? sheet.squares() : desk.view.squares,
      tap: (square) => tapSquare(desk, square),
      marked: desk.marked ?? desk.view.offer?.square ?? null,
      centre: playerList(desk, {
        players: sheet instanceof QuickSheet ? sheet.players() : desk.view.players,
        active: sheet instanceof QuickSheet ? sheet.id : (actor(desk) ?? null),
        tap: (id) =>
          sheet instanceof QuickSheet ? sheet.show(id) : desk.openOnly(new PlayerSheet(desk, id)),
      }),
    }),
    h("section", { class: "panel", key: "panel", "aria-label": desk.t("panel") }, panel),
  );
}

/** @param {Desk} desk @param {SquareView} square */
function tapSquare(desk, square) {
  const top = desk.sheets.at(-1);
  if (top instanceof TradeSheet) top.toggle(square.square);
  else if (top instanceof QuickSheet) top.give(square.square);
  else desk.openOnly(DeedsSheet.ofSquare(desk, square));
}

/** @param {Desk} desk @returns {VNode[]} */
function basePanel(desk) {
  if (unjudged(desk)) return [...blindPanel(desk), bottomBar(desk)];
  const atPlay = AT_PLAY.includes(desk.view.status);
  return [timePrompt(desk), ...(atPlay ? turnPanel(desk) : procedurePanel(desk)), bottomBar(desk)];
}

/**
 * A sheet takes the panel's place: the board stays in sight, and nothing is lost below.
 *
 * @param {Desk} desk
 * @param {Sheet} sheet
 * @returns {VNode[]}
 */
export function sheetPanel(desk, sheet) {
  return [
    h(
      "header",
      { class: "sheet-head", key: `head-${sheet.name}` },
      button(desk, {
        name: "back",
        class: "bar-button",
        icon: "back",
        label: desk.t("back"),
        tap: () => desk.close(),
      }),
      h(
        "h2",
        { tabindex: "-1", hook: (/** @type {HTMLElement} */ element) => element.focus() },
        sheet.title(),
      ),
    ),
    h("div", { class: "sheet-body", key: `body-${sheet.name}` }, sheet.body()),
  ];
}

/** @param {Desk} desk */
function bottomBar(desk) {
  const last = desk.lastEntry();
  const trading = desk.legal("trade").length > 0;
  return h(
    "nav",
    { class: "bottom-bar", key: "bottom", "aria-label": desk.t("actions") },
    button(
      desk,
      {
        name: "undo",
        icon: "undo",
        class: "bar-button",
        disabled: !last || desk.finalised,
        tap: () => desk.undo(),
      },
      desk.t("undo"),
    ),
    button(
      desk,
      {
        name: "deeds",
        icon: "deeds",
        class: "bar-button",
        tap: () => desk.open(DeedsSheet.ofPlayer(desk, actor(desk))),
      },
      desk.t("deeds"),
    ),
    trading
      ? button(
          desk,
          {
            name: "trade",
            icon: "trade",
            class: "bar-button",
            tap: () => desk.open(new TradeSheet(desk, actor(desk))),
          },
          desk.t("trade"),
        )
      : null,
    button(
      desk,
      {
        name: "more",
        icon: "more",
        class: "bar-button",
        tap: () => desk.open(new MoreSheet(desk)),
      },
      desk.t("more"),
    ),
  );
}
