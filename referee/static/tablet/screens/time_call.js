/**
 * Calling time: the question for it once the hall's clock has run out, and the way there before.
 *
 * @import { LegalAction } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { clockFigure } from "./clock_figure.js";
import { h } from "./dom.js";
import { holdButton } from "./hold_button.js";
import { icon } from "./icons.js";
import { nobodyJudges } from "./unjudged_entry.js";
import { button } from "./widgets.js";

/** How long the insistence gives way to an event that happened before time, in milliseconds. */
const GRACE_MS = 30_000;

/** The call that is due: the hall's clock has run out, and no sheet is open. @param {Ui} ui */
function dueCall(ui) {
  const { clock, phase } = ui.state;
  const mayAsk = phase === "open" && clock.prompt !== "none" && !ui.sheets.top;
  return mayAsk && !nobodyJudges(ui) ? ui.legal("time")[0] : undefined;
}

/** Whether the question stands before everything else. @param {Ui} ui */
function insists(ui) {
  const isLate = ui.state.clock.prompt === "insist";
  return isLate && Date.now() - ui.local.time.momentsFrom > GRACE_MS;
}

/**
 * At time the referee is asked to record it, in a notice.
 *
 * @param {Ui} ui
 */
export function timeNotice(ui) {
  const action = dueCall(ui);
  if (!action || insists(ui)) return null;
  return h(
    "div",
    // That time is over was announced by the clock's alarm.
    {
      class: "notice page-notice time-notice",
      role: "group",
      key: "time",
      "aria-label": ui.t("time.over"),
    },
    icon("stop"),
    h("div", { class: "notice-text" }, h("b", {}, ui.t("time.over"))),
    callButton(ui, action),
  );
}

/**
 * A minute later the question covers the panel, all but the bar below it: an event that happened
 * before time opens it again for a while.
 *
 * @param {Ui} ui
 */
export function timeInsistence(ui) {
  const action = dueCall(ui);
  if (!action || !insists(ui)) return null;
  const first = () => {
    ui.local.time.momentsFrom = Date.now();
    ui.draw();
  };
  return h(
    "div",
    {
      class: "insistence",
      role: "alertdialog",
      key: "insistence",
      "data-covers": true,
      "aria-label": ui.t("time.over"),
    },
    icon("stop"),
    h("b", {}, ui.t("time.over")),
    h("p", {}, ui.t("time.insist")),
    callButton(ui, action),
    button(ui, { name: "time-first", tap: first }, ui.t("time.first")),
  );
}

/** @param {Ui} ui @param {LegalAction} action */
function callButton(ui, action) {
  const tap = () => ui.record(action.event);
  return button(ui, { name: "call-time", class: "button primary", tap }, action.text);
}

/**
 * Calling time by hand: in one tap where the hall's clock says that it is over, else held.
 *
 * @param {Ui} ui
 */
export function timeSection(ui) {
  const action = ui.legal("time")[0];
  if (!action) return null;
  return h(
    "section",
    { class: "time-section", key: "time-section", "aria-label": action.text },
    h("p", {}, icon("stop"), h("span", {}, clockWords(ui), " ", ui.t("time.means"))),
    isOver(ui) ? overButton(ui, action) : earlyButton(ui, action),
  );
}

/** @param {Ui} ui */
function isOver({ state: { clock } }) {
  return clock.known && clock.remaining <= 0;
}

/** @param {Ui} ui */
function clockWords(ui) {
  const { clock } = ui.state;
  if (!clock.known) return ui.t("time.no_clock");
  return isOver(ui)
    ? ui.t("time.over_now")
    : ui.t("time.shows", { time: clockFigure(clock.remaining) });
}

/** @param {Ui} ui @param {LegalAction} action */
function overButton(ui, action) {
  const props = { name: "time", class: "button wide", tap: () => ui.recordAndClose(action.event) };
  return button(ui, props, action.text);
}

/** @param {Ui} ui @param {LegalAction} action */
function earlyButton(ui, action) {
  const props = {
    name: "time",
    class: "button danger wide",
    held: () => ui.recordAndClose(action.event),
  };
  return holdButton(ui, props, ui.t("time.hold"));
}
