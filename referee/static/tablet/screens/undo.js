/**
 * Undo, which says what it takes back and asks once a taken back step was agreed round the table.
 *
 * @import { LedgerEntry } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { button, refusals } from "./widgets.js";

/** While the game is played an undo is a correction, and as quick as the slip was. */
const AT_PLAY = ["playing", "closing"];

/** @param {Ui} ui */
export function undoButton(ui) {
  const last = ui.lastEntry();
  return button(
    ui,
    {
      name: "undo",
      icon: "undo",
      class: "bar-button",
      label: last ? ui.t("undo.of", { text: last.text }) : undefined,
      disabled: !last || ui.finalised || ui.paused,
      tap: () => (last && asks(ui, last) ? ui.sheets.open(new UndoSheet(ui, last)) : ui.undo()),
    },
    ui.t("undo"),
  );
}

/** Time itself is taken back at once, until the first step after it. @param {Ui} ui @param {LedgerEntry} last */
function asks(ui, last) {
  return !AT_PLAY.includes(ui.view.status) && last.type !== "time";
}

/** A step of the end procedure, before it is taken back. */
class UndoSheet {
  /** @param {Ui} ui @param {LedgerEntry} entry */
  constructor(ui, entry) {
    this.ui = ui;
    this.name = "undo";
    this.entry = entry;
  }

  title() {
    return this.ui.t("undo");
  }

  body() {
    const { ui, entry } = this;
    return h(
      "div",
      { class: "stack" },
      h("p", {}, ui.t("undo.asks", { text: entry.text })),
      refusals(ui),
      button(
        ui,
        {
          name: `undo-row-${entry.n}`,
          class: "button danger wide",
          icon: "undo",
          disabled: ui.lastEntry()?.n !== entry.n,
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
