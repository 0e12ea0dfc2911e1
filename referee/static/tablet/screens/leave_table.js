/**
 * Giving a table up while something remains to be done there.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { holdButton } from "./hold_button.js";

/** A table that is done with is left at once; any other by a hold. @param {Ui} ui */
export function leaveTable(ui) {
  return ui.finalised ? ui.leave() : ui.sheets.open(new LeaveTableSheet(ui));
}

/** What is left undone by leaving, and what it takes to come back. */
class LeaveTableSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "leave-table";
  }

  title() {
    const practice = this.ui.state.table?.practice;
    return this.ui.t(practice ? "settings.end_practice" : "settings.unpair");
  }

  body() {
    const { ui } = this;
    return h(
      "div",
      { class: "stack" },
      whatRemains(ui).map((line) => h("p", {}, line)),
      holdButton(
        ui,
        { name: "leave-for-good", class: "button danger wide", held: () => ui.leave() },
        ui.t("leave_table.hold"),
      ),
    );
  }
}

/** What is left undone at the open table, and what it takes to come back. @param {Ui} ui */
export function whatRemains(ui) {
  if (ui.state.table?.practice) return [ui.t("leave_table.practice")];
  const { waiting } = ui.state.sync;
  return [
    ui.t("leave_table.unfinished"),
    ...(waiting > 0 ? [ui.t("leave_table.waiting", { n: waiting })] : []),
    ui.t("leave_table.back"),
  ];
}
