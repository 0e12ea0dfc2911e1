/**
 * The panel once time is called: one step at a time, in the order of the rules.
 *
 * @import { Ui } from "./ui.js"
 * @import { Key } from "./i18n.js"
 * @import { VNode } from "./dom.js"
 */
import { adjustmentPanel } from "./adjustment.js";
import { countDue, countPanel } from "./cash_count.js";
import { circuitPanel } from "./circuit.js";
import { h } from "./dom.js";
import { lastTurnPanel } from "./last_turn.js";
import { pausedEntry } from "./pause.js";
import { retentionTable } from "./retention_table.js";
import { payingOut, statementPanel } from "./statement.js";
import { offer } from "./turn.js";
import { button, refusals } from "./widgets.js";

/** @type {Record<string, Key>} the steps of the end procedure by the status that awaits them */
const STEPS = {
  adjusting: "step.adjusting",
  adjusted: "step.adjusted",
  retained: "step.retained",
  richest: "step.richest",
  finished: "step.finished",
};

/**
 * The panel once time is called: one step at a time, in the order of the rules.
 *
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function procedurePanel(ui) {
  const { status } = ui.view;
  return [
    stepList(ui, payingOut(ui) ? "retained" : status),
    ...(ui.paused ? [pausedEntry(ui)] : stepPanel(ui, status)),
  ];
}

/** @param {Ui} ui @param {string} status @returns {VNode[]} */
function stepPanel(ui, status) {
  const told = lastTurnPanel(ui);
  if (told) return told;
  if (status === "adjusting") return adjustmentPanel(ui);
  if (status === "adjusted") return countDue(ui) ? countPanel(ui) : retentionPanel(ui);
  if (status === "finished") return statementPanel(ui);
  return circuitPanel(ui);
}

/** Where in the procedure the table stands. @param {Ui} ui @param {string} status */
function stepList(ui, status) {
  const { procedure } = ui.view;
  return h(
    "ol",
    { class: "steps", key: "steps", "aria-label": ui.t("steps") },
    procedure.map((each, index) =>
      h(
        "li",
        {
          class: index < procedure.indexOf(status) ? "past" : "",
          "aria-current": each === status ? "step" : undefined,
        },
        ui.t(STEPS[each] ?? "step.finished"),
      ),
    ),
  );
}

/** @param {Ui} ui @returns {VNode[]} */
function retentionPanel(ui) {
  const retain = ui.legal("retain")[0];
  const outcome = retain ? ui.ask("retain", () => ui.tablet.check(retain.event)) : null;
  return [
    h(
      "div",
      { class: "scroll", key: "retention" },
      refusals(ui),
      h("h2", {}, ui.t("retain.title")),
      h("p", {}, ui.t("retain.text")),
      retentionTable(ui, outcome?.consequences ?? [], { recorded: false }),
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      offer(ui),
      retain
        ? button(
            ui,
            { name: "retain", class: "button primary wide", tap: () => ui.record(retain.event) },
            retain.text,
          )
        : null,
    ),
  ];
}
