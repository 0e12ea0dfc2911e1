/**
 * Dice to tap: one row of six faces, or two for a throw.
 *
 * @import { Ui } from "./ui.js"
 * @import { TwoDice } from "./dice_entry.js"
 * @import { VElement } from "./dom.js"
 */
import { h } from "./dom.js";
import { button } from "./widgets.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** Where the pips of each face lie on a 3 × 3 grid, counted row by row. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number} face */
function pips(face) {
  return h(
    "svg",
    { class: "pips", viewBox: "0 0 30 30", "aria-hidden": "true", focusable: "false" },
    (PIPS[face] ?? []).map((at) =>
      h("circle", { cx: 6 + (at % 3) * 9, cy: 6 + Math.floor(at / 3) * 9, r: 2.9 }),
    ),
  );
}

/**
 * One row of six faces.
 *
 * @param {Ui} ui
 * @param {{name: string, label: string, value: number | null, tap: (face: number) => void}} props
 */
export function dieRow(ui, { name, label, value, tap }) {
  return h(
    "div",
    { class: "die-row", role: "group", "aria-label": label },
    FACES.map((face) =>
      h(
        "button",
        {
          type: "button",
          class: "die",
          "data-tap": `${name}-${face}`,
          "aria-label": ui.t("die.face", { die: label, n: face }),
          "aria-pressed": String(value === face),
          onclick: () => tap(face),
        },
        pips(face),
        h("span", { class: "die-digit" }, face),
      ),
    ),
  );
}

/**
 * Two rows of faces: the second die tapped ends the throw. Dice that stand there already, from a
 * throw just taken back or tapped too early, are changed first and thrown by a button. While
 * something is recorded, a die belongs to what follows it.
 *
 * @param {Ui} ui
 * @param {{name: string, value: TwoDice, set: (dice: TwoDice) => void, done: (dice: [number, number]) => unknown, prefilled: boolean}} props
 * @returns {VElement}
 */
export function dicePad(ui, { name, value, set, done, prefilled }) {
  /** @param {number} die @param {number} face */
  const tap = (die, face) => {
    const early = ui.recording;
    const next = (early ? ui.dice.early : value).map((each, at) => (at === die ? face : each));
    const [first, second] = next;
    ui.dice.unusable = false;
    if (early) ui.dice.early = next;
    if (early) ui.draw();
    else if (first && second && !prefilled) done([first, second]);
    else set(next);
  };
  const [first = null, second = null] = ui.recording ? ui.dice.early : value;
  return h(
    "div",
    { class: "dice-pad" },
    // Above the dice, which stay where they are.
    prefilled && !ui.recording && first && second
      ? button(
          ui,
          {
            name: `${name}-done`,
            class: "button primary wide",
            tap: () => done([first, second]),
          },
          ui.t("dice.record", { first, second }),
        )
      : null,
    [first, second].map((each, die) =>
      dieRow(ui, {
        name: `${name}-${die + 1}`,
        label: ui.t(die === 0 ? "die.first" : "die.second"),
        value: each,
        tap: (face) => tap(die, face),
      }),
    ),
  );
}
