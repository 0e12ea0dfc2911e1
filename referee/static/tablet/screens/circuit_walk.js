/**
 * The circuit paid out stop by stop as the Treasurer goes round, in a table of all stops.
 *
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 * @import { StatementLines, Stop } from "./statement.js"
 */
import { h } from "./dom.js";
import { hyphenatedName } from "./hyphens.js";
import { moneyFigure } from "./money_figure.js";
import { button, playerName, sentence, token } from "./widgets.js";

/**
 * The stop that is paid next, or null once all are.
 *
 * @param {Ui} ui
 * @param {StatementLines} lines
 */
export function nextStop(ui, { circuit }) {
  const paid = paidStops(ui);
  return circuit.find((_, index) => !paid.includes(index)) ?? null;
}

/** The numbers of the stops paid so far, from 0, in the order they were paid. @param {Ui} ui @returns {number[]} */
function paidStops(ui) {
  return ui.draft("stops-paid") ?? [];
}

/**
 * What each player has by now: what retention left, and what was paid since.
 *
 * @param {Ui} ui
 * @param {StatementLines} lines
 * @returns {Map<string, number>}
 */
export function runningCash(ui, { circuit, kept }) {
  const cash = new Map(Object.entries(kept));
  const paid = paidStops(ui);
  for (const [index, stop] of circuit.entries())
    if (paid.includes(index)) cash.set(stop.owner, stop.cash);
  return cash;
}

/**
 * One stop of the Treasurer's round, and the whole of it in figures.
 *
 * @param {Ui} ui
 * @param {StatementLines} lines
 * @param {Stop} stop
 * @returns {VNode[]}
 */
export function stopPanel(ui, lines, stop) {
  const [index, count] = [lines.circuit.indexOf(stop), lines.circuit.length];
  return [
    h(
      "div",
      { class: "stop", key: "stop", "aria-live": "polite" },
      h(
        "div",
        { class: "row-line stop-head" },
        h("span", { class: "quiet" }, ui.t("walk.stop", { n: index + 1, count })),
        sentence(ui, stop),
      ),
      moneyFigure(ui, { amount: stop.amount, paid: { payer: null, payee: stop.owner } }),
    ),
    h(
      "div",
      {
        class: "scroll",
        key: "walk",
        role: "region",
        tabindex: "0",
        "aria-label": ui.t("circuit.title"),
      },
      stopsTable(ui, lines, stop),
    ),
    h("div", { class: "entry", key: "walk-entry" }, payButtons(ui, lines, stop)),
  ];
}

/** Every stop in a row; those paid say what the owner has by then. @param {Ui} ui @param {StatementLines} lines @param {Stop} next */
function stopsTable(ui, { circuit }, next) {
  const paid = paidStops(ui);
  return h(
    "table",
    { class: "amounts stops" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, ui.t("walk.deed")),
        h("th", { scope: "col" }, h("span", { class: "owner-word" }, ui.t("walk.owner"))),
        h("th", { scope: "col" }, ui.t("walk.rent")),
        h("th", { scope: "col" }, ui.t("walk.cash")),
      ),
    ),
    h(
      "tbody",
      {},
      circuit.map((stop, index) =>
        stopRow(ui, stop, { index, isNext: stop === next, isPaid: paid.includes(index) }),
      ),
    ),
  );
}

/** @param {Ui} ui @param {Stop} stop @param {{index: number, isNext: boolean, isPaid: boolean}} state */
function stopRow(ui, stop, { index, isNext, isPaid }) {
  return h(
    "tr",
    // Another key for the one that is next: it is drawn anew, and comes into sight.
    isNext
      ? { key: `next-${index}`, class: "next", "aria-current": "step", hook: bringIntoSight }
      : { key: String(index) },
    h("th", { scope: "row" }, hyphenatedName(ui.placeName(stop.square))),
    h("td", {}, owner(ui, stop.owner)),
    h("td", {}, ui.change(stop.amount)),
    h("td", {}, isPaid ? ui.money(stop.cash) : "–"),
  );
}

/** @param {Ui} ui @param {string} id */
function owner(ui, id) {
  return h("span", { class: "stop-owner" }, token(ui, id, "small"), playerName(ui, id));
}

/** @param {HTMLElement} row */
function bringIntoSight(row) {
  row.scrollIntoView({ block: "center" });
}

/** @param {Ui} ui @param {StatementLines} lines @param {Stop} stop */
function payButtons(ui, lines, stop) {
  const { circuit } = lines;
  const paid = paidStops(ui);
  const open = [...circuit.keys()].filter((index) => !paid.includes(index));
  const owned = open.filter((index) => circuit[index]?.owner === stop.owner);
  const index = circuit.indexOf(stop);
  /** @param {number[]} stops */
  const pay = (stops) => {
    ui.keepDraft("stops-paid", [...paid, ...stops]);
    ui.draw();
  };
  return [
    button(
      ui,
      {
        name: `paid-${index + 1}`,
        class: "button primary wide",
        icon: "check",
        tap: () => pay([index]),
      },
      stop.amount > 0 ? ui.t("walk.paid", { amount: ui.money(stop.amount) }) : ui.t("walk.next"),
    ),
    h(
      "div",
      { class: "actions" },
      owned.length > 1
        ? button(
            ui,
            { name: `paid-all-${stop.owner}-${index + 1}`, tap: () => pay(owned) },
            h(
              "span",
              {},
              ui.tWithNames("walk.all_of", {
                name: playerName(ui, stop.owner),
                n: owned.length,
                amount: ui.money(sum(owned, circuit)),
              }),
            ),
          )
        : null,
      paid.length > 0
        ? button(
            ui,
            {
              name: `back-${paid.length}`,
              icon: "back",
              tap: () => {
                ui.keepDraft("stops-paid", paid.slice(0, -1));
                ui.draw();
              },
            },
            ui.t("back"),
          )
        : null,
      button(
        ui,
        { name: "walk-all", tap: () => pay(open) },
        ui.t("walk.all", { amount: ui.money(sum(open, circuit)) }),
      ),
    ),
  ];
}

/** @param {number[]} stops @param {Stop[]} circuit */
function sum(stops, circuit) {
  return stops.reduce((total, index) => total + (circuit[index]?.amount ?? 0), 0);
}
