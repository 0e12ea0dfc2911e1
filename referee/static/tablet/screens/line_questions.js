/**
 * What the sheet of a line asks of the engine: the game as it was then, and what a correction would
 * change. Each answer is null until it is there.
 *
 * @import { BoardEvent, CorrectionPreview, Moment } from "../runtime/types.js"
 * @import { Proposal } from "./line_sheet.js"
 * @import { Ui } from "./ui.js"
 */

/** The game just before row `n`. @param {Ui} ui @param {number} n @returns {Moment | null} */
export function momentBefore(ui, n) {
  return ui.ask(`moment-${n}`, () => ui.tablet.ask("moment", { n }));
}

/**
 * The game at row `n`, after these of its events.
 *
 * @param {Ui} ui @param {number} n @param {BoardEvent[]} [after]
 * @returns {Moment | null}
 */
export function momentOf(ui, n, after = []) {
  if (after.length === 0) return momentBefore(ui, n);
  const question = { n, after };
  return ui.ask(`moment-${JSON.stringify(question)}`, () => ui.tablet.ask("moment", question));
}

/** @param {Ui} ui @param {Proposal} proposal @returns {CorrectionPreview | null} */
export function previewOf(ui, proposal) {
  const question = questionOf(ui, proposal);
  return ui.ask(`revision-${JSON.stringify(question)}`, () => ui.tablet.ask("revision", question));
}

/** @param {Ui} ui @param {Proposal} proposal */
export function questionOf(ui, { seq, through, replacement }) {
  return { seq, through: through ?? seq, replacement, reason: ui.t("undo.reason") };
}
