/**
 * What the last turn paid, to be read out before the adjustment begins.
 *
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 */
import { h } from "./dom.js";
import { button, sentence } from "./widgets.js";

/** The draft that names the row by which play ended, once that was read out. */
const READ = "last-turn";

/**
 * The panel in place of the first step; null where there is nothing to read out, or it was.
 *
 * @param {Ui} ui
 * @returns {VNode[] | null}
 */
export function lastTurnPanel(ui) {
  const { lastTurn } = ui.view;
  if (lastTurn === null || ui.drafts.get(READ) === lastTurn.n) return null;
  return [
    h(
      "div",
      { class: "scroll", key: "last-turn" },
      h("h2", {}, ui.t("last_turn.title")),
      h("p", {}, ui.t("last_turn.text")),
      h(
        "ul",
        { class: "consequences" },
        lastTurn.lines.map((each) => h("li", { class: "money-line" }, sentence(ui, each))),
      ),
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      button(
        ui,
        {
          name: "last-turn-read",
          class: "button primary wide",
          tap: () => {
            ui.drafts.keep(READ, lastTurn.n);
            ui.draw();
          },
        },
        ui.t("last_turn.go_on"),
      ),
    ),
  ];
}
