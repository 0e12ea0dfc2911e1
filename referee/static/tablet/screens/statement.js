/**
 * The result: the circuit paid out deed by deed, the figures to re-add, the players' word.
 *
 * @import { Why } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {{square: number, owner: string, amount: number, cash: number, text: string,
 *   why: Why}} Stop
 *   `cash`: what the owner has once it is paid
 * @typedef {{text: string, amount: number, sum: number, why?: Why}} StatementLine
 *   `sum`: with those before it
 * @typedef {{players: {id: string, lines: StatementLine[], total: number}[], circuit: Stop[],
 *   kept: Record<string, number>}} StatementLines `kept`: what retention left, by player
 * @typedef {{id: string, place: number, final: number}} Result
 * @typedef {{players: Result[]}} Statement
 */
import { handedIn, handOn, nextToAgree } from "./agreement.js";
import { nextStop, runningCash, stopPanel } from "./circuit_walk.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { outcomeNotice } from "./outcome.js";
import { figures, linesOf, linesTable } from "./statement_lines.js";
import { button, playerName, refusals, token } from "./widgets.js";

/** Whether the Treasurer still goes round: owners wait for their rents. @param {Ui} ui */
export function payingOut(ui) {
  const { mode, status } = ui.view;
  if (mode !== "two-hour" || status !== "finished" || handedIn(ui)) return false;
  const shown = figures(ui);
  return shown !== null && nextStop(ui, shown.lines) !== null;
}

/**
 * The result: the circuit paid out deed by deed, the figures to re-add, the players' word.
 *
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function statementPanel(ui) {
  const shown = figures(ui);
  if (shown === null) return [h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"))];
  const { lines, statement } = shown;
  const { board } = ui.local;
  const stop = handedIn(ui) ? null : nextStop(ui, lines);
  board.markedSquare = stop?.square ?? null;
  if (stop) {
    board.cash = runningCash(ui, lines);
    return stopPanel(ui, lines, stop);
  }
  const results = byPlace(statement.players);
  return [
    h(
      "div",
      { class: "scroll", key: "statement" },
      refusals(ui),
      h(
        "ol",
        { class: "results" },
        results.map((each) => h("li", { key: each.id }, resultCard(ui, each, lines))),
      ),
    ),
    h("div", { class: "entry", key: "entry" }, outcomeNotice(ui) ?? roundButtons(ui)),
  ];
}

/** The tablet goes round the table. @param {Ui} ui @returns {VNode[]} */
function roundButtons(ui) {
  const id = nextToAgree(ui);
  if (id === null) return [];
  const given = ui.state.confirmation?.confirmed ?? [];
  const missing = ui.view.required.filter((each) => !given.includes(each)).length;
  return [
    h("p", { class: "quiet" }, ui.t("agree.missing", { n: missing })),
    button(
      ui,
      {
        name: `give-${id}`,
        class: "button primary wide",
        tap: () => handOn(ui),
      },
      h("span", {}, ui.tWithNames("agree.give", { name: playerName(ui, id) })),
    ),
  ];
}

/**
 * @template {{place: number}} T
 * @param {T[]} players
 */
function byPlace(players) {
  return [...players].sort((a, b) => a.place - b.place);
}

/**
 * @param {Ui} ui
 * @param {Result} result
 * @param {StatementLines} lines
 */
function resultCard(ui, { id, place, final }, lines) {
  const agreed = ui.state.confirmation?.confirmed.includes(id);
  return h(
    "article",
    { class: `result ${place === 1 ? "first" : ""}`, key: id },
    h(
      "header",
      { class: "row-line" },
      h("span", { class: "place" }, place),
      token(ui, id),
      h("h2", {}, playerName(ui, id)),
      h("strong", { class: "end" }, ui.money(final)),
    ),
    linesOf(lines, id).length === 0
      ? null
      : h(
          "details",
          {},
          h("summary", { "data-tap": `lines-${id}` }, ui.t("statement.lines")),
          linesTable(ui, linesOf(lines, id)),
        ),
    agreed
      ? h(
          "p",
          { class: "row-line good-text agreed" },
          icon("check"),
          h("span", {}, ui.tWithNames("statement.agreed", { name: playerName(ui, id) })),
        )
      : null,
  );
}
