// The board of a game that was being played when it was copied: a square that is tapped or reached tells
// what it was then. Without this script the list of deeds says the same.

import { SquareChoice } from "../board/square_choice.js";

/** Let the first square be reached, and tell of the one that is. */
export function prepareSquares() {
  const section = document.getElementById("running");
  const drawing = section?.querySelector(".board-drawing");
  const first = drawing?.querySelector("[data-square]");
  if (!section || !drawing || !first) return;
  drawing.setAttribute("role", "group");
  first.setAttribute("role", "button");
  first.setAttribute("tabindex", "0");
  first.setAttribute("aria-label", first.textContent ?? "");
  /** @type {SquareChoice | null} */
  let choice = null;
  for (const kind of ["pointerdown", "focusin"]) {
    drawing.addEventListener(kind, ({ target }) => {
      if (choice || !(target instanceof Element)) return;
      choice = new SquareChoice(section, section.dataset.currency ?? "");
      choice.chooseAt(target);
    });
  }
}
