/**
 * The screen of a game: the board on one side, what to do on the side of the hand.
 *
 * @import { SquareView } from "../runtime/types.js"
 * @import { Sheet } from "./sheets.js"
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 */

import { board } from "./board.js";
import { DeedsSheet } from "./deeds.js";
import { h } from "./dom.js";
import { entryBelow } from "./entry_below.js";
import { FinalPositionSheet } from "./final_position.js";
import { MomentUi, shownBy } from "./moment_ui.js";
import { MoreSheet } from "./more.js";
import { PlayerSheet } from "./player.js";
import { hiddenPlayers, playerStrip, playersRound } from "./players.js";
import { procedurePanel } from "./procedure.js";
import { pulledOf, pullMenu } from "./pull_drops.js";
import { timeInsistence } from "./time_call.js";
import { TradeSheet } from "./trade.js";
import { actor, isChoosing, turnPanel } from "./turn.js";
import { undoButton } from "./undo.js";
import { nobodyJudges, unjudgedPanel } from "./unjudged_entry.js";
import { button } from "./widgets.js";

const AT_PLAY = ["playing", "closing"];

/**
 * The board on one side, what to do on the side of the hand.
 *
 * @param {Ui} ui
 */
export function gameScreen(ui) {
  const sheet = ui.sheets.top;
  Object.assign(ui.local.board, { markedSquare: null, cash: null });
  const panel = sheet ? sheetPanel(ui, sheet) : basePanel(ui);
  const shown = shownBy(sheet) ?? ui;
  const walked = ui.local.board.markedSquare !== null;
  const ending = !AT_PLAY.includes(ui.view.status) && !walked;
  return h(
    "div",
    {
      class: gameClass(ui, {
        "with-sheet": sheet !== undefined,
        choosing: sheet === undefined && !ending && isChoosing(ui),
        ending,
        past: shown !== ui,
      }),
      key: "game",
      "data-entries": ui.view.ledger.length,
    },
    board(shown, {
      squares: sheet instanceof FinalPositionSheet ? sheet.squares() : shown.view.squares,
      tap: (square) => tapSquare(ui, square),
      marked: ui.local.board.markedSquare ?? shown.view.offer?.square ?? null,
      ...(sheet instanceof TradeSheet ? { trade: sheet.frames() } : {}),
      centre: playersRound(shown, {
        players: sheet instanceof FinalPositionSheet ? sheet.players() : playersNow(shown),
        active: sheet instanceof FinalPositionSheet ? sheet.id : (actor(shown) ?? null),
        giver: pulledOf(ui),
        tap: (id) =>
          sheet instanceof FinalPositionSheet
            ? sheet.show(id)
            : ui.sheets.openAlone(new PlayerSheet(ui, id)),
      }),
      over: pullMenu(ui),
    }),
    h("section", { class: "panel", key: "panel", "aria-label": ui.t("panel") }, panel),
    timeInsistence(ui),
  );
}

/** @param {Ui} ui @param {Record<string, boolean>} states by their class */
function gameClass(ui, states) {
  const all = Object.entries({ ...states, pulling: pulledOf(ui) !== null });
  return ["game", ...all.filter(([, holds]) => holds).map(([name]) => name)].join(" ");
}

/** With what they have by now where the circuit is being paid. @param {Ui} ui */
function playersNow(ui) {
  const { cash } = ui.local.board;
  if (cash === null) return ui.view.players;
  return ui.view.players.map((each) => ({ ...each, cash: cash.get(each.id) ?? each.cash }));
}

/** @param {Ui} ui @param {SquareView} square */
function tapSquare(ui, square) {
  const top = ui.sheets.top;
  if (top instanceof TradeSheet) top.toggle(square.square);
  else if (top instanceof FinalPositionSheet) top.give(square.square);
  else ui.sheets.openAlone(DeedsSheet.ofSquare(ui, square));
}

/** @param {Ui} ui @returns {VNode[]} */
function basePanel(ui) {
  if (nobodyJudges(ui)) return [...unjudgedPanel(ui), bottomBar(ui)];
  const atPlay = AT_PLAY.includes(ui.view.status);
  return [...(atPlay ? turnPanel(ui) : procedurePanel(ui)), bottomBar(ui)];
}

/**
 * A sheet takes the panel's place: the board stays in sight, and nothing is lost below.
 *
 * @param {Ui} ui
 * @param {Sheet} sheet
 * @returns {(VNode | null)[]}
 */
export function sheetPanel(ui, sheet) {
  const entry = entryBelow(ui, sheet);
  return [
    h(
      "header",
      { class: "sheet-head", key: `head-${sheet.name}` },
      button(ui, {
        name: "back",
        class: "bar-button",
        icon: "back",
        label: ui.t("back"),
        tap: () => ui.sheets.close(),
      }),
      h(
        "h2",
        { tabindex: "-1", hook: (/** @type {HTMLElement} */ element) => element.focus() },
        sheet.title(),
      ),
    ),
    pastBand(ui, sheet),
    aboutPlayer(ui, sheet),
    h("div", { class: "sheet-body", key: `body-${sheet.name}` }, sheet.body()),
    sheet.pinned
      ? h("div", { class: "panel-foot", key: `foot-${sheet.name}` }, sheet.pinned())
      : null,
    entry,
    entry ? bottomBar(ui) : null,
  ];
}

/** Where the board shows an earlier moment: which one, and the one way back. @param {Ui} ui @param {Sheet} sheet */
function pastBand(ui, sheet) {
  const shown = shownBy(sheet);
  if (!(shown instanceof MomentUi)) return null;
  const last = ui.view.ledger.at(-1)?.n ?? shown.n;
  return h(
    "div",
    { class: "past-band", key: "past" },
    h(
      "span",
      { role: "status" },
      ui.t("past.entry", { number: String(shown.n), last: String(last) }),
    ),
    // The page of the chief is this sheet alone.
    ui.tablet.forChief
      ? null
      : button(ui, { name: "to-now", tap: () => ui.sheets.closeAll() }, ui.t("past.back")),
  );
}

/** Whom a sheet is about stays in sight above it. @param {Ui} ui @param {Sheet} sheet */
function aboutPlayer(ui, sheet) {
  const id = sheet.about?.() ?? null;
  return id === null ? hiddenPlayers(ui, sheet.alsoAbout?.() ?? []) : playerStrip(ui, id);
}

/** @param {Ui} ui */
function bottomBar(ui) {
  return h(
    "nav",
    { class: "bottom-bar", key: "bottom", "data-covers": true, "aria-label": ui.t("actions") },
    undoButton(ui),
    button(
      ui,
      {
        name: "deeds",
        icon: "deeds",
        class: "bar-button",
        tap: () => ui.sheets.openAlone(DeedsSheet.ofPlayer(ui, actor(ui))),
      },
      ui.t("deeds"),
    ),
    button(
      ui,
      {
        name: "trade",
        icon: "trade",
        class: "bar-button",
        tap: () => ui.sheets.openAlone(new TradeSheet(ui, actor(ui))),
      },
      ui.t("trade"),
    ),
    button(
      ui,
      {
        name: "more",
        icon: "more",
        class: "bar-button",
        tap: () => ui.sheets.openAlone(new MoreSheet(ui)),
      },
      ui.t("more"),
    ),
  );
}
