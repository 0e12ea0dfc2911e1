/**
 * The buttons of a deed: what may be done to it, with what that costs or brings. Buildings are set by
 * the number that is to stand there, in one tap.
 *
 * @import { BuildingStep, LegalAction, SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { Child } from "./dom.js"
 * @import { IconName } from "./icons.js"
 *
 * @typedef {BuildingStep & {name: string, tap: () => unknown, more?: Child}} Level
 *   `more`: what is said of it besides
 */
import { isBigBuilding } from "./board.js";
import { h } from "./dom.js";
import { button } from "./widgets.js";

/** @type {Record<string, IconName>} */
const ICONS = { mortgage: "mortgage", redeem: "undo" };

/** The numbers of buildings that may stand on a deed. @param {Ui} ui @param {SquareView} square @param {LegalAction[]} actions on it */
export function buildingLevels(ui, square, actions) {
  const steps = actions.flatMap((action) =>
    (action.steps ?? []).map((step) => ({
      ...step,
      name: stepName(`${action.type}-${action.event.square}`, step),
      tap: () => ui.record(withCount(action.event, step)),
    })),
  );
  return steps.length > 0 ? levels(ui, square, steps) : null;
}

/** What else may be done to a deed. @param {Ui} ui @param {LegalAction[]} actions on it */
export function otherDeedButtons(ui, actions) {
  return actions.filter((each) => !each.steps?.length).map((each) => plainButton(ui, each));
}

/** @param {Ui} ui @param {LegalAction} action */
function plainButton(ui, action) {
  const { label = action.text } = action;
  return button(
    ui,
    {
      name: `${action.type}-${action.event.square}`,
      icon: ICONS[action.type],
      class: "choice",
      label: `${label}. ${action.text}`,
      tap: () => ui.record(action.event),
    },
    label,
  );
}

/** @param {string} name @param {BuildingStep} step */
export function stepName(name, { count }) {
  return count === 1 ? name : `${name}-${count}`;
}

/** @template {object} T @param {T} event @param {BuildingStep} step */
export function withCount(event, { count }) {
  return count === 1 ? event : { ...event, count };
}

/**
 * The numbers of buildings that a deed can get to, the one it has among them.
 *
 * @param {Ui} ui
 * @param {SquareView} square
 * @param {Level[]} steps
 */
export function levels(ui, square, steps) {
  const now = square.improvements;
  const lower = steps.filter((each) => each.level < now).sort((a, b) => a.level - b.level);
  const higher = steps.filter((each) => each.level > now);
  return h(
    "div",
    {
      class: "levels",
      role: "group",
      "aria-label": ui.t("deed.levels", { place: square.name }),
      key: "levels",
    },
    lower.map((each) => levelButton(ui, each)),
    h(
      "div",
      { class: "level standing" },
      buildings(now, isBigBuilding(ui, square)),
      h("small", {}, ui.t("deed.now")),
    ),
    higher.map((each) => levelButton(ui, each)),
  );
}

/** @param {Ui} ui @param {Level} step */
function levelButton(ui, { name, tap, label, level, big, amount, more }) {
  return button(
    ui,
    { name, class: "choice level", label, tap },
    h("span", { class: "seen-only", "aria-hidden": "true" }, [
      buildings(level, big),
      h("b", {}, amount),
      more ?? null,
    ]),
  );
}

/** As they are drawn on the board. @param {number} level @param {boolean} big */
export function buildings(level, big) {
  if (big) return h("span", { class: "buildings" }, h("i", { class: "hotel" }));
  return h(
    "span",
    { class: "buildings" },
    level === 0
      ? h("i", { class: "empty" })
      : Array.from({ length: level }, () => h("i", { class: "house" })),
  );
}
