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
import { button, sentence, token } from "./widgets.js";

/** What each debtor owes, lacks and can raise, and their deeds to raise it with. @param {Ui} ui */
export function debts(ui) {
  const debtors = new Set(ui.view.debts.map((each) => each.player));
  const deeds = ui.view.squares.filter((each) => each.owner !== null && debtors.has(each.owner));
  return [
    ...ui.view.debts.map((debt) => owed(ui, debt)),
    deeds.length > 0 && debtors.size > 0
      ? h(
          "ul",
          { class: "deeds", key: "raise" },
          deeds.map((square) =>
            h("li", { key: String(square.square) }, deedRow(ui, square, { reasons: false })),
          ),
        )
      : null,
  ];
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
      raise(ui, debt),
    ),
  );
}

/** What covers it at the least loss, booked in one tap: a row of the log for each. @param {Ui} ui @param {Debt} debt */
function raise(ui, { player, proposal }) {
  if (proposal === null || ui.paused) return null;
  const { events, steps, text } = proposal;
  return h(
    "div",
    { class: "stack", key: "raise" },
    h("p", { class: "quiet" }, `${ui.t("debt.least")} ${steps.join(" · ")}`),
    button(
      ui,
      {
        name: `raise-${player}-${proposal.amount}`,
        class: "button primary",
        label: `${text}. ${steps.join(", ")}`,
        tap: () => ui.recordAll(events),
      },
      text,
    ),
  );
}
