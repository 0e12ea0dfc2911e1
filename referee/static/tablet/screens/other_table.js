/**
 * A code of another table was scanned while this one is unfinished: which of the two it is to be.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { holdButton } from "./hold_button.js";
import { whatRemains } from "./leave_table.js";
import { tableName } from "./top_bar.js";
import { button } from "./widgets.js";

/** Stays at the open table by a tap; leaves it by a hold. @param {Ui} ui */
export function otherTableQuestion(ui) {
  const stay = {
    name: "link-stay",
    class: "button primary wide",
    tap: () => ui.tablet.refuseLink(),
  };
  const open = {
    name: "link-open",
    class: "button danger wide",
    held: () => ui.tablet.followLink(),
  };
  return h(
    "section",
    { class: "panel alone other-table", key: "other-table", role: "alertdialog" },
    h("h2", {}, ui.t("other_table.title")),
    h(
      "div",
      { class: "sheet-body" },
      h("p", {}, ui.t("other_table.open_here"), " ", h("b", {}, tableName(ui))),
      whatRemains(ui).map((line) => h("p", {}, line)),
    ),
    h(
      "div",
      { class: "stack" },
      button(ui, stay, ui.t("other_table.stay")),
      holdButton(ui, open, ui.t("other_table.open")),
    ),
  );
}
