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
    payingSide(ui, paid.payer, "large"),
    h("span", {}, "→"),
    payingSide(ui, paid.payee, "large"),
    h("strong", {}, ui.money(amount)),
  );
}

/**
 * Who pays whom, small, for a button or a row of them; said otherwise to those who hear it.
 *
 * @param {Ui} ui @param {string | null} payer null for the Treasury @param {string | null} payee
 */
export function paymentSigns(ui, payer, payee) {
  return h(
    "span",
    { class: "payment-signs", "aria-hidden": "true" },
    payingSide(ui, payer, "small"),
    h("span", {}, "→"),
    payingSide(ui, payee, "small"),
  );
}

/** @param {Ui} ui @param {string | null} player null for the Treasury @param {"large" | "small"} size */
function payingSide(ui, player, size) {
  return player === null
    ? h("span", { class: "money-treasury" }, ui.t("treasury"))
    : token(ui, player, size);
}
