/**
 * The circuit paid out: stop by stop as the Treasurer goes round, each owner's cash rising with it.
 *
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 * @import { StatementLines, Stop } from "./statement.js"
 */
import { h } from "./dom.js";
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
 * One stop of the Treasurer's round.
 *
 * @param {Ui} ui
 * @param {StatementLines} lines
 * @param {Stop} stop
 * @returns {VNode[]}
 */
export function stopPanel(ui, lines, stop) {
  const cash = runningCash(ui, lines);
  const [index, count] = [lines.circuit.indexOf(stop), lines.circuit.length];
  return [
    h(
      "div",
      { class: "scroll", key: "walk", "aria-live": "polite" },
      h("p", { class: "quiet" }, ui.t("walk.stop", { n: index + 1, count })),
      h("h2", {}, ui.placeName(stop.square)),
      h(
        "p",
        { class: "row-line big" },
        token(ui, stop.owner),
        playerName(ui, stop.owner),
        h("strong", { class: "end" }, ui.change(stop.amount)),
      ),
      h("div", { class: "quiet" }, sentence(ui, stop)),
      cashList(ui, cash, lastPaid(ui, lines)),
    ),
    h("div", { class: "entry", key: "walk-entry" }, payButtons(ui, lines, stop)),
  ];
}

/** Who was paid last, to be seen rising. @param {Ui} ui @param {StatementLines} lines */
function lastPaid(ui, { circuit }) {
  return circuit[paidStops(ui).at(-1) ?? -1] ?? null;
}

/** @param {Ui} ui @param {Map<string, number>} cash @param {Stop | null} last */
function cashList(ui, cash, last) {
  return h(
    "ul",
    { class: "circuit-cash" },
    ui.view.players
      .filter(({ id }) => cash.has(id))
      .map(({ id }) =>
        h(
          "li",
          // Another key each time: what rose is drawn anew, and shows that it did.
          {
            key: id === last?.owner ? `${id}-${cash.get(id)}` : id,
            class: id === last?.owner && last.amount > 0 ? "row-line rose" : "row-line",
          },
          token(ui, id, "small"),
          playerName(ui, id),
          id === last?.owner && last.amount > 0
            ? h("span", { class: "good-text" }, ui.change(last.amount))
            : null,
          h("strong", { class: "end" }, ui.money(cash.get(id) ?? 0)),
        ),
      ),
  );
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
    owned.length > 1
      ? button(
          ui,
          {
            name: `paid-all-${stop.owner}-${index + 1}`,
            class: "button wide",
            tap: () => pay(owned),
          },
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
    h(
      "div",
      { class: "actions" },
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
