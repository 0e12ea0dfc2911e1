import { h } from "./dom.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { VElement } from "./dom.js"
 */

const FACES = [1, 2, 3, 4, 5, 6];

/** Where the pips of each face lie on a 3 × 3 grid, counted row by row. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number} face */
export function pips(face) {
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
 * @param {Desk} desk
 * @param {{name: string, label: string, value: number | null, tap: (face: number) => void}} props
 */
export function dieRow(desk, { name, label, value, tap }) {
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
          "aria-label": desk.t("die.face", { die: label, n: face }),
          "aria-pressed": String(value === face),
          onclick: () => {
            if (desk.tapped(`${name}-${face}`)) tap(face);
          },
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
 * @param {Desk} desk
 * @param {{name: string, value: (number | null)[], set: (dice: (number | null)[]) => void, done: (dice: [number, number]) => unknown, prefilled: boolean}} props
 * @returns {VElement}
 */
export function dicePad(desk, { name, value, set, done, prefilled }) {
  /** @param {number} die @param {number} face */
  const tap = (die, face) => {
    const early = desk.recording > 0;
    const next = (early ? desk.early : value).map((each, at) => (at === die ? face : each));
    const [first, second] = next;
    desk.unused = false;
    if (early) desk.early = next;
    if (early) desk.draw();
    else if (first && second && !prefilled) done([first, second]);
    else set(next);
  };
  const [first = null, second = null] = desk.recording > 0 ? desk.early : value;
  return h(
    "div",
    { class: "dice-pad" },
    [first, second].map((each, die) =>
      dieRow(desk, {
        name: `${name}-${die + 1}`,
        label: desk.t(die === 0 ? "die.first" : "die.second"),
        value: each,
        tap: (face) => tap(die, face),
      }),
    ),
    prefilled && desk.recording === 0 && first && second
      ? h(
          "button",
          {
            type: "button",
            class: "button primary wide",
            "data-tap": `${name}-done`,
            onclick: () => done([first, second]),
          },
          desk.t("dice.record", { first, second }),
        )
      : null,
  );
}
