/**
 * The next throw below a sheet: who only builds or looks at deeds finds the dice where they always are.
 *
 * @import { Sheet } from "./sheets.js"
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 */
import { h } from "./dom.js";
import { actor, entryClass, entryOf, task } from "./turn.js";
import { playerName, token } from "./widgets.js";

const AT_PLAY = ["playing", "closing"];

/** In larger letters, in percent, a sheet needs all the room. */
const LARGEST_TEXT = 130;

/**
 * What is entered next, with whose it is, which the sheet hides.
 *
 * @param {Ui} ui
 * @param {Sheet} sheet
 * @returns {VNode | null} null where the sheet needs the room, or no throw comes next
 */
export function entryBelow(ui, sheet) {
  const shows = sheet.showsEntry && shownAt(sheet) === ui && AT_PLAY.includes(ui.view.status);
  const fits = ui.state.settings.text <= LARGEST_TEXT;
  if (!shows || !fits || ui.awaitedThrow() === null) return null;
  const id = actor(ui);
  const entry = entryOf(ui);
  return h(
    "div",
    { class: `${entryClass(entry)} below-sheet`, key: "entry" },
    id === null
      ? null
      : h("p", { class: "row-label" }, token(ui, id, "small"), playerName(ui, id), task(ui)),
    entry,
  );
}

/** The moment of the game that a sheet is about. @param {Sheet} sheet */
function shownAt(sheet) {
  return /** @type {{ui?: Ui}} */ (sheet).ui;
}
