/**
 * What is owed: told once, with what is still missing and what could raise it.
 *
 * @import { View } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {View["debts"][number]} Debt
 */
import { deedRow } from "./deeds.js";
import { h } from "./dom.js";
import { advises } from "./estimate.js";
import { button, sentence, token } from "./widgets.js";

/** What each debtor owes, lacks and can raise. @param {Ui} ui */
export function debts(ui) {
  return ui.view.debts.map((debt) => owed(ui, debt));
}

/** The debtors' deeds, to raise cash with. @param {Ui} ui */
export function debtorsDeeds(ui) {
  const debtors = new Set(ui.view.debts.map((each) => each.player));
  const deeds = ui.view.squares.filter((each) => each.owner !== null && debtors.has(each.owner));
  if (deeds.length === 0) return null;
  return h(
    "ul",
    { class: "deeds", key: "raise" },
    deeds.map((square) =>
      h("li", { key: String(square.square) }, deedRow(ui, square, { reasons: false })),
    ),
  );
}

/** To whom and what for, what is missing, and what would bring how much. @param {Ui} ui @param {Debt} debt */
function owed(ui, debt) {
  const dues = ui.view.dues.filter((each) => each.debtor === debt.player);
  return h(
    "div",
    { class: "notice bad missing", key: `missing-${debt.player}` },
    token(ui, debt.player, "small"),
    h(
      "div",
      { class: "notice-text" },
      dues.map((due) => sentence(ui, due)),
      h("p", {}, h("b", {}, debt.text)),
      debt.ways.map((way) => h("p", {}, way)),
      leastLoss(ui, debt),
    ),
  );
}

/** What covers it at the least loss, in words. @param {Ui} ui @param {Debt} debt */
function leastLoss(ui, { proposal }) {
  if (proposal === null || !advises(ui)) return null;
  return h("p", { class: "quiet" }, `${ui.t("debt.least")} ${proposal.steps.join(" · ")}`);
}

/** Books what covers a debt at the least loss in one tap, a row of the log for each step. @param {Ui} ui */
export function raising(ui) {
  if (!advises(ui)) return null;
  const proposals = ui.view.debts.flatMap(({ player, proposal }) =>
    proposal === null ? [] : [{ player, ...proposal }],
  );
  if (proposals.length === 0) return null;
  return h(
    "div",
    { class: "actions", key: "raising" },
    proposals.map(({ player, amount, events, steps, text }) =>
      button(
        ui,
        {
          name: `raise-${player}-${amount}`,
          class: "button primary",
          label: `${text}. ${steps.join(", ")}`,
          tap: () => ui.recordAll(events),
        },
        token(ui, player, "small"),
        h("span", {}, text),
      ),
    ),
  );
}
