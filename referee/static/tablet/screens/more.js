/**
 * The sheet of what is rarely needed.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { estimateButton, hasEstimate } from "./estimate.js";
import { FinalPositionSheet, mayEnterPosition } from "./final_position.js";
import { LeaveSheet } from "./leave.js";
import { buttonReasons } from "./reasons.js";
import { RecountSheet } from "./recount.js";
import { ReferenceSheet } from "./reference.js";
import { timeSection } from "./time_call.js";
import { button } from "./widgets.js";

/** What is rarely needed, one step away. */
export class MoreSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "more";
  }

  title() {
    return this.ui.t("more");
  }

  body() {
    const { ui } = this;
    const { pausedSince, status } = ui.view;
    return h(
      "div",
      { class: "list" },
      button(
        ui,
        {
          name: "reference",
          class: "button wide",
          icon: "why",
          tap: () => ui.sheets.open(new ReferenceSheet(ui)),
        },
        ui.t("reference"),
      ),
      ui.legal("recount").length > 0
        ? button(
            ui,
            {
              name: "recount",
              class: "button wide",
              icon: "count",
              tap: () => ui.sheets.open(new RecountSheet(ui, null)),
            },
            ui.t("recount"),
          )
        : null,
      ui.legal("withdraw", "bankrupt").length > 0
        ? button(
            ui,
            {
              name: "leave",
              class: "button wide",
              icon: "leave",
              tap: () => ui.sheets.open(new LeaveSheet(ui, null)),
            },
            ui.t("leave"),
          )
        : null,
      this.missing(),
      hasEstimate(ui) ? estimateButton(ui, "button wide") : null,
      status === "finished" || pausedSince !== null
        ? null
        : button(
            ui,
            {
              name: "pause",
              class: "button wide",
              icon: "pause",
              tap: () => this.pause(),
            },
            ui.t("pause"),
          ),
      mayEnterPosition(ui)
        ? button(
            ui,
            {
              name: "final-position",
              class: "button wide",
              icon: "flag",
              tap: () => ui.sheets.open(new FinalPositionSheet(ui)),
            },
            ui.t(ui.view.entered ? "final_position.change" : "final_position"),
          )
        : null,
      timeSection(ui),
    );
  }

  /** Why nobody's cash is set and nobody leaves. */
  missing() {
    const { ui } = this;
    const first = ui.view.players.find((each) => !each.out)?.id ?? null;
    const types = ["recount", "withdraw"].filter((type) => ui.legal(type).length === 0);
    return types.length === 0 ? null : buttonReasons(ui, first, ...types);
  }

  async pause() {
    const close = this.ui.sheets.closerOfOpen();
    await this.ui.tablet.pause(this.ui.t("pause.reason"));
    close();
  }
}
