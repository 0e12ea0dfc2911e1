/**
 * The circuit of the two-hour game, and the richest player's of game B: the owners of utilities throw
 * for what is paid there.
 *
 * @import { VNode } from "./dom.js"
 * @import { Ui } from "./ui.js"
 */
import { dicePad } from "./dice_pad.js";
import { h } from "./dom.js";
import { lastEvent } from "./turn.js";
import { button, refusals } from "./widgets.js";

/**
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function circuitPanel(ui) {
  const { board } = ui.local;
  const action = ui.legal("circuit", "richest")[0];
  if (!action) return [];
  const utilities = action.utilities ?? [];
  const thrown = throws(ui);
  const next = utilities.find((each) => !(each in thrown));
  const send = () => ui.record({ ...action.event, dice: thrown });
  board.markedSquare = next ?? null;
  return [
    h(
      "div",
      { class: "scroll", key: "circuit" },
      refusals(ui),
      h("h2", {}, ui.t(action.type === "circuit" ? "circuit.title" : "richest.title")),
      h("p", {}, ui.t(action.type === "circuit" ? "circuit.text" : "richest.text")),
      thrownUtilities(ui, utilities),
      lastEvent(ui),
    ),
    h(
      "div",
      { class: "entry", key: `entry-${next ?? "done"}` },
      next === undefined
        ? button(ui, { name: "circuit", class: "button primary wide", tap: send }, action.text)
        : [
            h("p", { class: "row-label" }, utilityTask(ui, next)),
            dicePad(ui, {
              name: `utility-${next}`,
              value: null,
              done: (value) => {
                ui.keepDraft("circuit", { ...throws(ui), [next]: value });
                ui.draw();
              },
            }),
          ],
    ),
  ];
}

/** What was thrown so far, by square. @param {Ui} ui @returns {Record<string, number[]>} */
function throws(ui) {
  return ui.draft("circuit") ?? {};
}

/** @param {Ui} ui @param {number} square */
function utilityTask(ui, square) {
  const { owner } = ui.square(square);
  return ui.t("circuit.throw", {
    name: owner === null ? "" : ui.player(owner).name,
    place: ui.placeName(square),
  });
}

/** @param {Ui} ui @param {number[]} utilities */
function thrownUtilities(ui, utilities) {
  const thrown = throws(ui);
  return h(
    "ul",
    { class: "list" },
    utilities.map((each) => {
      const dice = thrown[each];
      return dice
        ? h(
            "li",
            { class: "row-line" },
            h("span", {}, `${ui.placeName(each)}: ${dice.join(" + ")}`),
            button(ui, {
              name: `again-${each}`,
              class: "choice end",
              icon: "undo",
              label: ui.t("circuit.again", { place: ui.placeName(each) }),
              tap: () => {
                const { [each]: _, ...others } = throws(ui);
                ui.keepDraft("circuit", others);
                ui.draw();
              },
            }),
          )
        : null;
    }),
  );
}
