/**
 * The sheet of one deed: what it costs, and what it earns for either role.
 *
 * @import { Ladder, SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { Child } from "./dom.js"
 */
import { h } from "./dom.js";
import { lookUpTable } from "./look_up.js";

/**
 * The deed's name, which opens its rents.
 *
 * @param {Ui} ui
 * @param {SquareView} square
 * @param {Child} name
 */
export function opensRents(ui, square, name) {
  return h(
    "button",
    {
      type: "button",
      class: "deed-open",
      "data-tap": `rents-${square.square}`,
      onclick: () => ui.sheets.open(new LadderSheet(ui, square)),
    },
    name,
    h("span", { class: "visually-hidden" }, ui.t("rents.open")),
  );
}

export class LadderSheet {
  /** @param {Ui} ui @param {SquareView} square */
  constructor(ui, square) {
    this.ui = ui;
    this.name = "rents";
    this.keepsRefusals = true;
    this.square = square;
  }

  title() {
    return this.square.name;
  }

  body() {
    const { ui } = this;
    const { square } = this.square;
    /** @type {Ladder | null} */
    const answer = ui.ask(`rents-${square}`, () => ui.tablet.ladder(square));
    if (answer === null) return h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"));
    return h(
      "div",
      { class: "why-answer" },
      h(
        "dl",
        { class: "deed-facts" },
        answer.facts.map(({ text, amount }) =>
          h("div", {}, h("dt", {}, text), h("dd", {}, ui.money(amount))),
        ),
      ),
      lookUpTable(
        ui.t(answer.times ? "rents.times" : "rents"),
        ["", ...answer.columns],
        answer.rows.map(({ text, cells }) => ({
          text,
          cells: cells.map((cell) => amountWords(ui, cell, answer.times)),
        })),
      ),
    );
  }
}

/** @param {Ui} ui @param {number | null} cell @param {boolean} times */
function amountWords(ui, cell, times) {
  if (cell === null) return "–";
  return times ? `× ${cell}` : ui.money(cell);
}
