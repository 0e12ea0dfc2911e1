import { dicePad } from "./dice.js";
import { h } from "./dom.js";
import { button, playerChoices, playerName, refusals } from "./parts.js";
import { statementPanel } from "./statement.js";
import { offer, told } from "./turn.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { Key } from "./i18n.js"
 * @import { VNode } from "./dom.js"
 * @import { BoardEvent, Refusal } from "../runtime/types.js"
 *
 * @typedef {{player: string, final: number | null, options: {event: BoardEvent, text: string,
 *   label: string, final: number | null, difference: number | null, refusal: Refusal | null}[]}} Adjustment
 */

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
 * @param {Desk} desk
 * @returns {VNode[]}
 */
export function procedurePanel(desk) {
  const { status } = desk.view;
  return [steps(desk, status), ...step(desk, status)];
}

/** @param {Desk} desk @param {string} status @returns {VNode[]} */
function step(desk, status) {
  if (status === "adjusting") return adjusting(desk);
  if (status === "adjusted") return retention(desk);
  if (status === "finished") return statementPanel(desk);
  return throwing(desk);
}

/** Where in the procedure the table stands. */
/** @param {Desk} desk @param {string} status */
function steps(desk, status) {
  const { mode, adjustment } = desk.view;
  const two = [...(adjustment ? ["adjusting"] : []), "adjusted", "retained", "finished"];
  const order = mode === "two-hour" ? two : mode === "B" ? ["richest", "finished"] : ["finished"];
  return h(
    "ol",
    { class: "steps", key: "steps", "aria-label": desk.t("steps") },
    order.map((each, index) =>
      h(
        "li",
        {
          class: index < order.indexOf(status) ? "past" : "",
          "aria-current": each === status ? "step" : undefined,
        },
        desk.t(STEPS[each] ?? "step.finished"),
      ),
    ),
  );
}

/** @param {Desk} desk @returns {VNode[]} */
function adjusting(desk) {
  const waiting = desk.view.players
    .filter((each) => !each.out && !each.adjusted)
    .map((each) => each.id);
  const id =
    desk.adjuster !== null && waiting.includes(desk.adjuster)
      ? desk.adjuster
      : (waiting[0] ?? null);
  if (id === null) return [];
  return [
    h(
      "div",
      { class: "scroll", key: "adjusting" },
      playerChoices(desk, {
        name: "adjuster",
        label: desk.t("adjust.who"),
        value: id,
        ids: waiting,
        choose: (chosen) => {
          desk.adjuster = chosen;
          desk.draw();
        },
      }),
      refusals(desk),
      h("p", { class: "quiet" }, desk.t("adjust.text")),
      adjustments(desk, id),
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      offer(desk),
      desk
        .legal("adjusted")
        .filter((each) => each.player === id)
        .map((each) =>
          button(
            desk,
            {
              name: `adjusted-${id}`,
              class: "button primary wide",
              icon: "check",
              tap: () => desk.record(each.event),
            },
            h("span", {}, desk.tx("adjust.done", { name: playerName(desk, id) })),
          ),
        ),
    ),
  ];
}

/**
 * What each build, sale, mortgage or redemption left to the player would do to the final cash.
 *
 * @param {Desk} desk
 * @param {string} id
 */
function adjustments(desk, id) {
  /** @type {Adjustment | null} */
  const answer = desk.ask(`adjustment-${id}`, () => desk.tablet.adjustment(id));
  if (answer === null) return h("p", { class: "quiet", role: "status" }, desk.t("adjust.working"));
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
          h("span", {}, desk.t("adjust.final")),
          h("strong", {}, desk.money(answer.final)),
        ),
    options.length === 0 ? h("p", { class: "quiet" }, desk.t("adjust.none")) : null,
    h(
      "ul",
      { class: "list" },
      options.map((each, index) =>
        h(
          "li",
          { key: JSON.stringify(each.event) },
          button(
            desk,
            {
              name: `option-${each.event.type}-${each.event.square ?? index}`,
              class: "choice row",
              tap: () => desk.record(each.event),
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
                  : desk.change(each.difference),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk @returns {VNode[]} */
function retention(desk) {
  const retain = desk.legal("retain")[0];
  const outcome = retain ? desk.ask("retain", () => desk.tablet.check(retain.event)) : null;
  return [
    h(
      "div",
      { class: "scroll", key: "retention" },
      refusals(desk),
      h("h2", {}, desk.t("retain.title")),
      h("p", {}, desk.t("retain.text")),
      h(
        "ul",
        { class: "told-list" },
        (outcome?.consequences ?? [])
          .filter((each) => each.amount)
          .map((each) => h("li", {}, each.text)),
      ),
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      offer(desk),
      retain
        ? button(
            desk,
            { name: "retain", class: "button primary wide", tap: () => desk.record(retain.event) },
            retain.text,
          )
        : null,
    ),
  ];
}

/** The circuit, or the richest of game B: utilities ask their owners for a throw. */
/** @param {Desk} desk @returns {VNode[]} */
function throwing(desk) {
  const action = desk.legal("circuit", "richest")[0];
  if (!action) return [];
  const utilities = desk.utilities(action);
  const next = utilities.find((each) => !desk.circuitDice.has(each));
  const dice = () =>
    Object.fromEntries(utilities.map((each) => [String(each), desk.circuitDice.get(each) ?? []]));
  const send = async () => {
    const outcome = await desk.record({ ...action.event, dice: dice() });
    if (outcome.recorded) desk.circuitDice.clear();
  };
  desk.marked = next ?? null;
  return [
    h(
      "div",
      { class: "scroll", key: "circuit" },
      refusals(desk),
      h("h2", {}, desk.t(action.type === "circuit" ? "circuit.title" : "richest.title")),
      h("p", {}, desk.t(action.type === "circuit" ? "circuit.text" : "richest.text")),
      thrownUtilities(desk, utilities),
      told(desk),
    ),
    h(
      "div",
      { class: "entry", key: `entry-${next ?? "done"}` },
      next === undefined
        ? button(desk, { name: "circuit", class: "button primary wide", tap: send }, action.text)
        : [
            h("p", { class: "row-label" }, utilityTask(desk, next)),
            dicePad(desk, {
              name: `utility-${next}`,
              value: desk.dice,
              prefilled: false,
              set: (value) => {
                desk.dice = value;
                desk.draw();
              },
              done: (value) => {
                desk.dice = [null, null];
                desk.circuitDice.set(next, value);
                desk.draw();
              },
            }),
          ],
    ),
  ];
}

/** @param {Desk} desk @param {number} square */
function utilityTask(desk, square) {
  const { owner } = desk.square(square);
  return desk.t("circuit.throw", {
    name: owner === null ? "" : desk.player(owner).name,
    place: desk.placeName(square),
  });
}

/** @param {Desk} desk @param {number[]} utilities */
function thrownUtilities(desk, utilities) {
  return h(
    "ul",
    { class: "list" },
    utilities.map((each) => {
      const dice = desk.circuitDice.get(each);
      return dice
        ? h(
            "li",
            { class: "row-line" },
            h("span", {}, `${desk.placeName(each)}: ${dice.join(" + ")}`),
            button(desk, {
              name: `again-${each}`,
              class: "choice end",
              icon: "undo",
              label: desk.t("circuit.again", { place: desk.placeName(each) }),
              tap: () => {
                desk.circuitDice.delete(each);
                desk.draw();
              },
            }),
          )
        : null;
    }),
  );
}
