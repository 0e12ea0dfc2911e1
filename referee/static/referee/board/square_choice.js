// The squares of a drawn board as buttons: one that is tapped, or reached by the arrow keys, says what it
// is, who owns it, what stands on it and its rent. Without this script the list of deeds says the same.

import { money } from "../../tournament/public/words.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {string} tag @param {string} text */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

export class SquareChoice {
  /**
   * @param {HTMLElement} section with the drawing, the list of deeds and the place to tell of a square
   * @param {string} currency
   */
  constructor(section, currency) {
    this.section = section;
    this.currency = currency;
    this.told = /** @type {HTMLElement | null} */ (section.querySelector("[data-square-told]"));
    this.squares = /** @type {SVGGElement[]} */ ([...section.querySelectorAll("[data-square]")]);
    this.chosen = -1;
    if (this.told) this.prepare();
  }

  prepare() {
    const svg = this.section.querySelector(".board-drawing");
    this.squares.forEach((square, index) => {
      square.setAttribute("role", "button");
      square.setAttribute("aria-pressed", "false");
      square.setAttribute("tabindex", index ? "-1" : "0");
    });
    this.label();
    for (const kind of ["click", "focusin"]) {
      svg?.addEventListener(kind, ({ target }) => {
        if (target instanceof Element) this.chooseAt(target);
      });
    }
    svg?.addEventListener("keydown", (event) => this.onKey(/** @type {KeyboardEvent} */ (event)));
  }

  /** Choose the square that this is a part of. @param {Element} part */
  chooseAt(part) {
    this.choose(this.squares.findIndex((square) => square.contains(part)));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = STEPS[/** @type {"ArrowUp"} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const count = this.squares.length;
    this.squares[(Math.max(this.chosen, 0) + step + count) % count]?.focus();
  }

  /** @param {number} index */
  nameOf(index) {
    const row = this.rowOf(index);
    const name = row?.querySelector("th bdi")?.textContent;
    const lines = this.squares[index]?.querySelectorAll(".board-name") ?? [];
    return name ?? [...lines].map((line) => line.textContent).join(" ");
  }

  /** @param {number} index */
  rowOf(index) {
    const number = this.squares[index]?.dataset.square;
    return this.section.querySelector(`[data-deed="${number}"]`);
  }

  /** @param {number} index */
  choose(index) {
    if (index < 0 || index === this.chosen) return;
    this.squares[this.chosen]?.setAttribute("aria-pressed", "false");
    for (const square of this.squares) square.setAttribute("tabindex", "-1");
    this.squares[index]?.setAttribute("aria-pressed", "true");
    this.squares[index]?.setAttribute("tabindex", "0");
    this.chosen = index;
    this.tell();
  }

  /** Say what the squares are now. */
  update() {
    this.label();
    this.tell();
  }

  /** A square's name as a button is all that is written on it. */
  label() {
    this.squares.forEach((square, index) => {
      const figures = [...square.querySelectorAll(".board-price, .board-owner-number")];
      const texts = [this.nameOf(index), ...figures.map((text) => text.textContent)];
      square.setAttribute("aria-label", texts.join(" "));
    });
  }

  /** Say what the chosen square is now, by its row in the list of deeds. */
  tell() {
    if (this.chosen < 0 || !this.told) return;
    const row = this.rowOf(this.chosen);
    const city = row?.querySelector("th small")?.textContent?.trim();
    const facts = document.createElement("dl");
    facts.className = "facts";
    for (const [label, value] of this.factsOf(row)) {
      const fact = document.createElement("div");
      fact.append(element("dt", label), element("dd", value));
      facts.append(fact);
    }
    const parts = [
      element("strong", this.nameOf(this.chosen)),
      ...(city ? [` ${city}`] : []),
      facts,
    ];
    const text = [city, facts.textContent].join();
    if (this.told.dataset.shown === `${this.chosen}${text}`) return;
    this.told.dataset.shown = `${this.chosen}${text}`;
    this.told.replaceChildren(...parts);
  }

  /** @param {Element | null} row @returns {[string, string][]} labels and values; none of a square without deed */
  factsOf(row) {
    const { owner = "", state = "", rent = "", price = "", nobody = "" } = this.told?.dataset ?? {};
    if (!row) return [];
    const cost = money(Number(this.squares[this.chosen]?.dataset.price), this.currency);
    if (row.hasAttribute("hidden")) {
      return [
        [owner, nobody],
        [price, cost],
      ];
    }
    const cell = (/** @type {string} */ part) =>
      row.querySelector(`[data-${part}]`)?.textContent?.trim() ?? "";
    return [
      [owner, row.querySelector("[data-owner] bdi")?.textContent ?? ""],
      [state, cell("state")],
      [rent, cell("rent")],
    ];
  }
}
