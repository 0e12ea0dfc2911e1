/**
 * The line of the role card that was thrown, as the printed card has it.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { roleWord } from "./widgets.js";

const ROLES = /** @type {const} */ (["competitor", "monopolist"]);

/** What the throw is for either role; the thrower's stands out. @param {Ui} ui */
export function thrownLine(ui) {
  const line = ui.view.thrownLine;
  if (line === null) return null;
  return h(
    "dl",
    { class: "thrown-line", key: "thrown" },
    h("div", { class: "thrown-dice" }, h("dt", {}, ui.t("card.thrown")), h("dd", {}, line.dice)),
    ROLES.map((role) =>
      h(
        "div",
        { class: role === line.role ? `thrown ${role}` : "" },
        h("dt", {}, roleWord(ui, role)),
        h("dd", {}, line.cells[role]),
      ),
    ),
  );
}
