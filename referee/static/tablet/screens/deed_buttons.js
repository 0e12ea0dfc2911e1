/**
 * The buttons of a deed: what may be done to it, with what that costs or brings, of buildings as
 * many as are to change in one go.
 *
 * @import { BoardEvent, BuildingStep, LegalAction } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { IconName } from "./icons.js"
 */
import { h } from "./dom.js";
import { button } from "./widgets.js";

/** @type {Record<string, IconName>} */
const ICONS = { mortgage: "mortgage", redeem: "undo" };

/** @param {Ui} ui @param {LegalAction} action */
export function deedButtons(ui, action) {
  const name = `${action.type}-${action.event.square}`;
  const { label = action.text, steps = [] } = action;
  if (steps.length === 0) {
    return button(
      ui,
      {
        name,
        icon: ICONS[action.type],
        class: "choice",
        label: `${label}. ${action.text}`,
        tap: () => ui.record(action.event),
      },
      label,
    );
  }
  return stepper(ui, { name, event: action.event, steps, about: action.text });
}

/**
 * How many buildings in one go: fewer, the button that records them, more.
 *
 * @param {Ui} ui
 * @param {{name: string, event: BoardEvent, steps: BuildingStep[], about: string}} props
 */
export function stepper(ui, { name, event, steps, about }) {
  const { counts } = ui.local.deeds;
  const count = Math.min(counts.get(name) ?? 1, steps.length);
  const step = steps[count - 1];
  /** @param {number} next */
  const set = (next) => {
    counts.set(name, next);
    ui.draw();
  };
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": about, key: name },
    button(ui, {
      name: `${name}-fewer`,
      class: "choice",
      icon: "minus",
      label: ui.t("deed.fewer"),
      repeatable: true,
      disabled: count === 1,
      tap: () => set(count - 1),
    }),
    button(
      ui,
      {
        name: count === 1 ? name : `${name}-${count}`,
        class: "choice step",
        tap: () => ui.record(count === 1 ? event : { ...event, count }),
      },
      h("span", { "aria-live": "polite" }, step?.label ?? about),
    ),
    button(ui, {
      name: `${name}-more`,
      class: "choice",
      icon: "plus",
      label: ui.t("deed.more"),
      repeatable: true,
      disabled: count === steps.length,
      tap: () => set(count + 1),
    }),
  );
}
