/**
 * The button that starts the newer app.
 *
 * @import { Ui } from "./ui.js"
 */
import { button } from "./widgets.js";

/** @param {Ui} ui */
export function updateButton(ui) {
  return button(ui, { name: "update", tap: () => ui.tablet.applyUpdate() }, ui.t("update.apply"));
}
