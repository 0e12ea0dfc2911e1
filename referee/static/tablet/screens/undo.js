/**
 * Undo, which says what it takes back and asks once a taken back step was agreed round the table.
 *
 * @import { View } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {NonNullable<View["undo"]>} TakenBack what an undo would take back now
 */
import { h } from "./dom.js";
import { button, refusals } from "./widgets.js";

/** @param {Ui} ui */
export function undoButton(ui) {
  const { undo } = ui.view;
  return button(
    ui,
    {
      name: "undo",
      icon: "undo",
      class: "bar-button",
      label: undo ? ui.t("undo.of", { text: undo.text }) : undefined,
      disabled: !undo || ui.finalised || ui.paused,
      tap: () => (undo && sheetFirst(undo) ? ui.sheets.open(new UndoSheet(ui, undo)) : ui.undo()),
    },
    ui.t("undo"),
  );
}

/** Whether a sheet comes first: to ask, or to say why the event stays. @param {TakenBack} undo */
function sheetFirst({ asks, refusal }) {
  return asks || refusal !== null;
}

/** A step of the end procedure, before it is taken back; or why the last event stays. */
class UndoSheet {
  /** @param {Ui} ui @param {TakenBack} undo */
  constructor(ui, undo) {
    this.ui = ui;
    this.name = "undo";
    this.undo = undo;
  }

  title() {
    return this.ui.t("undo");
  }

  body() {
    const { ui, undo } = this;
    if (undo.refusal) return h("p", {}, undo.refusal);
    return h(
      "div",
      { class: "stack" },
      h("p", {}, ui.t("undo.asks", { text: undo.text })),
      refusals(ui),
      button(
        ui,
        {
          name: `undo-row-${undo.n}`,
          class: "button danger wide",
          icon: "undo",
          disabled: ui.view.undo?.n !== undo.n,
          tap: () => this.takeBack(),
        },
        ui.t("undo.confirm"),
      ),
    );
  }

  async takeBack() {
    this.ui.sheets.closeAll();
    await this.ui.undo();
  }
}
