/**
 * The strip of the guided table: what to do next in a sentence or two. It stands above the screen and
 * takes room of its own, so that it never lies over what is to be tapped.
 *
 * @import { Ui } from "./ui.js"
 * @import { View } from "../runtime/types.js"
 * @import { Key } from "./i18n.js"
 * @import { Step } from "./tutorial_steps.js"
 * @import { VNode } from "./dom.js"
 */
import { h } from "./dom.js";
import { isAstray, STEPS, stepsDone } from "./tutorial_steps.js";
import { button } from "./widgets.js";

/** @param {Ui} ui @returns {VNode} */
export function tutorialStrip(ui) {
  const { table, view } = ui.state;
  if (!table?.tutorial) return null;
  const done = view === null ? 0 : stepsDone(view);
  const step = view === null ? undefined : STEPS[done];
  return h(
    "aside",
    { class: "tutorial", key: "tutorial", "aria-label": ui.t("tutorial") },
    h(
      "p",
      { class: "tutorial-text", "aria-live": "polite" },
      h(
        "span",
        { class: "quiet" },
        `${ui.t("tutorial.step", { n: Math.min(done + 1, STEPS.length), count: STEPS.length })} `,
      ),
      ui.t(wordsOf(ui, step)),
    ),
    h(
      "div",
      { class: "tutorial-actions" },
      view !== null && step ? helpButton(ui, view, step) : null,
      button(
        ui,
        { name: "tutorial-again", class: "bar-button", icon: "undo", tap: () => ui.tablet.learn() },
        ui.t("tutorial.again"),
      ),
    ),
  );
}

/** Does the step, or leads back to it. @param {Ui} ui @param {View} view @param {Step} step */
function helpButton(ui, view, step) {
  if (isAstray(view))
    return button(
      ui,
      { name: "tutorial-back", class: "bar-button", tap: () => goBack(ui) },
      ui.t("undo"),
    );
  return button(
    ui,
    { name: `skip-${step.name}`, class: "bar-button", tap: () => skip(ui) },
    ui.t("tutorial.skip"),
  );
}

/** What the strip says. @param {Ui} ui @param {Step | undefined} step @returns {Key} */
function wordsOf({ state }, step) {
  const { view } = state;
  if (view === null) return "tutorial.start";
  if (step && view.pausedSince !== null) return "tutorial.resume";
  if (step && view.status === "closing") return "tutorial.closing";
  if (step && isAstray(view)) return "tutorial.astray";
  if (step) return `tutorial.${step.name}`;
  return state.table?.finalised ? "tutorial.end" : "tutorial.confirm";
}

/** Takes back what led away from the step. @param {Ui} ui */
async function goBack(ui) {
  ui.sheets.closeAll();
  await ui.undo();
}

/** Enters what the step asks for. @param {Ui} ui */
async function skip(ui) {
  const step = STEPS[stepsDone(ui.view)];
  ui.sheets.closeAll();
  for (const event of step?.skip ?? []) await ui.record(event);
}
