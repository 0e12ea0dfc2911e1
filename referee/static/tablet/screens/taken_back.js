/**
 * What was taken back or corrected last: at hand, to be put back or entered again with a change.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { TradeSheet } from "./trade.js";
import { button } from "./widgets.js";

/**
 * What was just taken back stays at hand: put back as it was, or entered again with a change.
 *
 * @param {Ui} ui
 */
export function takenBack(ui) {
  const event = ui.takenBack;
  if (!event || ui.paused) return null;
  return h(
    "div",
    { class: "notice", role: "status", key: "taken-back" },
    icon("undo"),
    h("p", { class: "notice-text" }, ui.t("undo.done", { text: ui.takenBackText })),
    event.type === "trade"
      ? button(
          ui,
          { name: "change", tap: () => ui.sheets.open(TradeSheet.refilled(ui, event)) },
          ui.t("undo.change"),
        )
      : null,
    button(ui, { name: "put-back", tap: () => ui.record(event) }, ui.t("undo.put_back")),
  );
}

/**
 * The table's last correction stays at hand until something else is entered: one tap puts back what
 * was there.
 *
 * @param {Ui} ui
 */
export function lastCorrection(ui) {
  const { undo } = ui.view;
  if (undo?.kind !== "revert" || ui.paused) return null;
  return h(
    "div",
    { class: "notice", role: "status", key: "correction" },
    icon("check"),
    h("p", { class: "notice-text" }, undo.text),
    button(ui, { name: `revert-${undo.seq}`, tap: () => ui.undo() }, ui.t("line.put_back")),
  );
}
