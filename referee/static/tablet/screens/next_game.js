/**
 * What is said of the table's next game while this one still holds the tablet.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { notice, readable } from "./notice.js";
import { button } from "./widgets.js";

/** The way on, or that there is none. @param {Ui} ui */
export function nextGameNotice(ui) {
  const { next } = ui.state;
  if (next === null) return null;
  const { round, table, exists, done } = next;
  if (!exists) return done ? notice("next", false, [ui.t("next.missing", { round, table })]) : null;
  const text = ui.t("next.ready", { round, table });
  return readable(ui, `next-${round}`, { text, action: nextGameButton(ui), sign: "flag" });
}

/** @param {Ui} ui */
export function nextGameButton(ui) {
  const { next } = ui.state;
  if (!next?.exists) return null;
  return button(ui, { name: "next-game", tap: () => openNext(ui, next.done) }, ui.t("next.open"));
}

/** A game that is not handed in is not left by one tap. @param {Ui} ui @param {boolean} done */
function openNext(ui, done) {
  if (done) return ui.tablet.openNextGame();
  return ui.sheets.open(new NextGameSheet(ui));
}

/** What leaving an unfinished game means. */
export class NextGameSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "next-game";
  }

  title() {
    return this.ui.t("next.sheet", { round: this.ui.state.next?.round ?? 0 });
  }

  body() {
    const { ui } = this;
    return h(
      "div",
      { class: "stack" },
      h("p", {}, ui.t("next.unfinished")),
      button(
        ui,
        {
          name: "leave-for-next",
          class: "button danger wide",
          tap: () => ui.tablet.openNextGame(),
        },
        ui.t("next.leave", { round: ui.state.next?.round ?? 0 }),
      ),
    );
  }
}
