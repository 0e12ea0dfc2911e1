/**
 * An amount and who pays it to whom, to be seen across the table.
 *
 * @import { Sentence } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { token } from "./widgets.js";

/** Who pays whom how much, to be seen across the table; the sentence says it too. @param {Ui} ui @param {Pick<Sentence, "paid" | "amount">} payment */
export function moneyFigure(ui, { paid, amount }) {
  if (!paid || !amount) return null;
  return h(
    "p",
    { class: "money-figure", "aria-hidden": "true" },
    payingSide(ui, paid.payer),
    h("span", {}, "→"),
    payingSide(ui, paid.payee),
    h("strong", {}, ui.money(amount)),
  );
}

/** @param {Ui} ui @param {string | null} player null for the Treasury */
function payingSide(ui, player) {
  return player === null
    ? h("span", { class: "money-treasury" }, ui.t("treasury"))
    : token(ui, player, "large");
}
