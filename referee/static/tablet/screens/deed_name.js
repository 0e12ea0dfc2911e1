/**
 * A deed in two lines: its city's colour, its name, what stands on it and earns, whose it is.
 *
 * @import { SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { cityNumbers, improvementWords } from "./board.js";
import { h } from "./dom.js";
import { hyphenatedName } from "./hyphens.js";
import { token } from "./widgets.js";

/**
 * @param {Ui} ui
 * @param {SquareView} square
 * @param {{settles?: boolean}} [shown] `settles`: with whom the owner settles what the buttons below say
 */
export function deedName(ui, square, { settles = false } = {}) {
  const numbers = cityNumbers(ui.view.squares);
  return h(
    "div",
    { class: "deed-name" },
    h("span", { class: `dot city-${square.city === null ? "none" : numbers.get(square.city)}` }),
    h("div", {}, h("b", {}, hyphenatedName(square.name)), h("small", {}, deedWords(ui, square))),
    square.owner === null ? null : token(ui, square.owner, "small"),
    settles ? h("small", { class: "deed-partner" }, `⇄ ${ui.t("treasury")}`) : null,
  );
}

/** @param {Ui} ui @param {SquareView} square */
function deedWords(ui, square) {
  if (square.owner === null) return ui.t("square.free", { amount: ui.money(square.price ?? 0) });
  const words = [];
  if (square.mortgaged) words.push(ui.t("square.mortgaged"));
  if (square.improvements > 0) words.push(improvementWords(ui, square));
  if (square.monopolised) words.push(ui.t("square.monopolised"));
  if (square.rent !== null && !square.mortgaged)
    words.push(
      ui.t(square.estimated ? "square.rent_about" : "square.rent", {
        amount: ui.money(square.rent),
      }),
    );
  return words.join(" · ");
}
