/**
 * Step A of the end procedure: each player adjusts once, with the effect on their final cash in sight.
 *
 * @import { BoardEvent, Refusal } from "../runtime/types.js"
 * @import { VNode } from "./dom.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {{player: string, final: number | null, options: {event: BoardEvent, text: string,
 *   label: string, final: number | null, difference: number | null, refusal: Refusal | null}[]}} Adjustment
 */
import { h } from "./dom.js";
import { offer } from "./turn.js";
import { button, playerChoices, playerName, refusals } from "./widgets.js";

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
      h("p", { class: "quiet" }, ui.t("adjust.text")),
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
  const options = answer.options
    .filter((each) => each.refusal === null)
    .sort((a, b) => (b.difference ?? 0) - (a.difference ?? 0));
  return h(
    "div",
    { class: "stack" },
    answer.final === null
      ? null
      : h(
          "p",
          { class: "final-now" },
          h("span", {}, ui.t("adjust.final")),
          h("strong", {}, ui.money(answer.final)),
        ),
    options.length === 0 ? h("p", { class: "quiet" }, ui.t("adjust.none")) : null,
    h(
      "ul",
      { class: "list" },
      options.map((each, index) =>
        h(
          "li",
          { key: JSON.stringify(each.event) },
          button(
            ui,
            {
              name: `option-${each.event.type}-${each.event.square ?? index}`,
              class: "choice row",
              tap: () => ui.record(each.event),
            },
            h("span", {}, each.label),
            h(
              "strong",
              {
                class:
                  (each.difference ?? 0) > 0
                    ? "good-text"
                    : (each.difference ?? 0) < 0
                      ? "bad-text"
                      : "",
              },
              each.difference === null
                ? ""
                : each.difference === 0
                  ? "±0"
                  : ui.change(each.difference),
            ),
          ),
        ),
      ),
    ),
  );
}
