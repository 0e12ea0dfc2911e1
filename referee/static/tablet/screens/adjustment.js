/**
 * Step A of the end procedure: each player adjusts once, with the effect on their final cash in sight.
 *
 * @import { BoardEvent, BuildingStep, Refusal } from "../runtime/types.js"
 * @import { VNode } from "./dom.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {{player: string, final: number | null, options: {event: BoardEvent, text: string,
 *   label: string, final: number | null, difference: number | null, refusal: Refusal | null,
 *   steps: (BuildingStep & {event: BoardEvent, difference: number})[]}[],
 *   estimated: boolean}} Adjustment
 */
import { bestAdjustmentButton } from "./best_adjustment.js";
import { levels, stepName } from "./deed_buttons.js";
import { h } from "./dom.js";
import { advises } from "./estimate.js";
import { playerStrip } from "./players.js";
import { deedReasons, generalReasons } from "./reasons.js";
import { offer } from "./turn.js";
import { button, playerChoices, playerName, refusals } from "./widgets.js";

/** What changes the number of buildings. */
const BUILDING = ["build", "sell"];

/**
 * Who adjusts, what is left to them, and that they are done.
 *
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function adjustmentPanel(ui) {
  const { adjustment } = ui.local;
  const waiting = ui.view.players
    .filter((each) => !each.out && !each.adjusted)
    .map((each) => each.id);
  const id =
    adjustment.player !== null && waiting.includes(adjustment.player)
      ? adjustment.player
      : (waiting[0] ?? null);
  if (id === null) return [];
  return [
    playerStrip(ui, id),
    h(
      "div",
      { class: "scroll", key: "adjusting" },
      playerChoices(ui, {
        name: "adjuster",
        label: ui.t("adjust.who"),
        value: id,
        ids: waiting,
        choose: (chosen) => {
          adjustment.player = chosen;
          ui.draw();
        },
      }),
      refusals(ui),
      h(
        "p",
        { class: "quiet" },
        [ui.t("adjust.text"), ...(advises(ui) ? [ui.t("adjust.effect")] : [])].join(" "),
      ),
      adjustments(ui, id),
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      offer(ui),
      ui
        .legal("adjusted")
        .filter((each) => each.player === id)
        .map((each) =>
          button(
            ui,
            {
              name: `adjusted-${id}`,
              class: "button primary wide",
              icon: "check",
              tap: () => ui.record(each.event),
            },
            h("span", {}, ui.tWithNames("adjust.done", { name: playerName(ui, id) })),
          ),
        ),
    ),
  ];
}

/**
 * What each build, sale, mortgage or redemption left to the player would do to the final cash.
 *
 * @param {Ui} ui
 * @param {string} id
 */
function adjustments(ui, id) {
  /** @type {Adjustment | null} */
  const answer = ui.ask(`adjustment-${id}`, () => ui.tablet.adjustment(id));
  if (answer === null) return h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"));
  const possible = answer.options.filter((each) => each.refusal === null);
  // What gains most comes first only where the event lets its tables advise.
  const options = advises(ui)
    ? possible.sort((a, b) => (b.difference ?? 0) - (a.difference ?? 0))
    : possible;
  return h(
    "div",
    { class: "stack" },
    answer.final === null || !advises(ui)
      ? null
      : h(
          "p",
          { class: "final-now" },
          h("span", {}, ui.t(answer.estimated ? "adjust.final_about" : "adjust.final")),
          h(
            "strong",
            {},
            answer.estimated
              ? ui.t("amount.about", { amount: ui.money(answer.final) })
              : ui.money(answer.final),
          ),
        ),
    bestAdjustmentButton(ui, id),
    options.length === 0 ? h("p", { class: "quiet" }, ui.t("adjust.none")) : null,
    h(
      "ul",
      { class: "list" },
      options.map((each, index) =>
        h("li", { key: JSON.stringify(each.event) }, adjustmentOption(ui, each, index)),
      ),
    ),
    whyNotMore(ui, id),
  );
}

/** Why there is no more to change, deed by deed. @param {Ui} ui @param {string} id */
function whyNotMore(ui, id) {
  const deeds = ui.view.squares.filter((each) => each.owner === id);
  if (deeds.length === 0) return h("p", { class: "quiet reason" }, ui.t("adjust.no_deeds"));
  const told = deeds
    .map((square) => ({ square, reasons: deedReasons(ui, square) }))
    .filter(({ reasons }) => reasons.length > 0);
  return [
    ...generalReasons(ui, id),
    h(
      "ul",
      { class: "list why-not" },
      told.map(({ square, reasons }) =>
        h("li", { key: `not-${square.square}` }, h("b", {}, square.name), reasons),
      ),
    ),
  ];
}

/**
 * One deed's step, with the amount on the button; of buildings several in one go.
 *
 * @param {Ui} ui
 * @param {Adjustment["options"][number]} option
 * @param {number} index
 */
function adjustmentOption(ui, option, index) {
  const { event, steps, text } = option;
  const name = `option-${event.type}-${event.square ?? index}`;
  const [step = { label: option.label, difference: option.difference }] = steps;
  if (BUILDING.includes(event.type)) {
    const shown = steps.map((each) => ({
      ...each,
      name: stepName(name, each),
      tap: () => ui.record(each.event),
      // What is seen on the button is heard too.
      label: advises(ui) ? `${each.label} ${changeText(ui, each.difference)}` : each.label,
      more: difference(ui, each.difference),
    }));
    const square = ui.square(Number(event.square));
    return h("div", { class: "adjustment" }, h("span", {}, text), levels(ui, square, shown));
  }
  return h(
    "div",
    { class: "adjustment" },
    h("span", { class: "adjustment-place" }, text, difference(ui, step.difference)),
    button(
      ui,
      {
        name,
        class: "choice",
        label: `${step.label}. ${option.label}`,
        tap: () => ui.record(event),
      },
      step.label,
    ),
  );
}

/** What it does to the final cash. @param {Ui} ui @param {number | null} amount */
function difference(ui, amount) {
  if (amount === null || !advises(ui)) return null;
  const tone = amount > 0 ? "good-text" : amount < 0 ? "bad-text" : "";
  return h("strong", { class: tone }, changeText(ui, amount));
}

/** @param {Ui} ui @param {number} amount */
function changeText(ui, amount) {
  return amount === 0 ? "±0" : ui.change(amount);
}
