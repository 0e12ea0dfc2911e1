/**
 * The events that stand for a line of the ledger, or are to stand there: each is changed on the form it
 * was entered with, and one of several can go.
 *
 * @import { BoardEvent, Moment } from "../runtime/types.js"
 * @import { Child } from "./dom.js"
 * @import { LineSheet } from "./line_sheet.js"
 */
import { h } from "./dom.js";
import { correctionForm } from "./line_forms.js";
import { momentOf } from "./line_questions.js";
import { button } from "./widgets.js";

/** @param {LineSheet} sheet @param {Moment} moment of the line @returns {Child} */
export function lineSteps(sheet, moment) {
  const events = sheet.events(moment);
  if (events.length < 2) return events.map((event) => form(sheet, moment, event, 0));
  const texts = momentOf(sheet.ui, sheet.n, events)?.texts ?? [];
  return h(
    "ol",
    { class: "line-steps", key: `steps-${events.length}` },
    events.map((event, at) =>
      h(
        "li",
        { key: `step-${at}` },
        stepRow(sheet, moment, at, texts[at] ?? "…"),
        sheet.step === at ? form(sheet, moment, event, at) : null,
      ),
    ),
  );
}

/** @param {LineSheet} sheet @param {Moment} moment @param {number} at @param {string} text */
function stepRow(sheet, moment, at, text) {
  const { ui } = sheet;
  const events = sheet.events(moment);
  // With another number of events a row is about another one.
  const which = `${at + 1}-of-${events.length}`;
  return h(
    "div",
    { class: "line-step" },
    button(
      ui,
      {
        name: `line-step-${which}`,
        class: "choice row",
        pressed: sheet.step === at,
        tap: () => {
          sheet.step = sheet.step === at ? null : at;
          ui.draw();
        },
      },
      text,
    ),
    button(ui, {
      name: `line-remove-${which}`,
      icon: "close",
      label: ui.t("line.remove", { text }),
      tap: () => {
        sheet.step = null;
        sheet.proposeEvents(moment, events.toSpliced(at, 1));
      },
    }),
  );
}

/** @param {LineSheet} sheet @param {Moment} moment @param {BoardEvent} event @param {number} at */
function form(sheet, moment, event, at) {
  const screen = sheet.screenAt(moment, at);
  return screen ? correctionForm(screen, event) : null;
}
