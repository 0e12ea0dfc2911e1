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
    h("p", { class: "notice-text" }, struck(ui, ui.takenBackText)),
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

/** What no longer counts reads so at a glance. @param {Ui} ui @param {string} text */
function struck(ui, text) {
  return ui.tWithNames("undo.done", { text: h("s", {}, text) });
}

/**
 * What the last row took back, where nothing else was entered since; null where it took nothing back.
 * At hand to be put back, it is told there.
 *
 * @param {Ui} ui
 */
export function lastTakenBack(ui) {
  const { ledger } = ui.view;
  const last = ledger.at(-1);
  if (last?.type !== "undo" || last.undone) return null;
  if (ui.takenBack && !ui.paused) return [];
  const gone = ledger.findLast((each) => each.by === last.n);
  return gone ? struck(ui, gone.text) : null;
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
