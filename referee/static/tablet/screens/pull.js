/**
 * What is pulled over the board by one finger: a deed onto a player (a trade), onto a deed of another
 * player (an exchange) or onto what may be done to it; the pawn of who drew a card onto the square that
 * the card names. Each of them can be tapped instead: the deed opens its sheet, the card has its own.
 *
 * @import { Ui } from "./ui.js"
 *
 * @typedef {{number: number, x: number, y: number}} Start a square, and where the finger came down
 */
import { FinalPositionSheet } from "./final_position.js";
import { shownBy } from "./moment_ui.js";
import { dropOn, pulledFrom } from "./pull_drops.js";
import { SETTLED_MS } from "./tap_guard.js";
import { nobodyJudges } from "./unjudged_entry.js";

/** A finger that only taps moves less, in CSS pixels: from there on no browser takes it for a tap. */
const STARTS_PX = 20;

const TARGETS = "[data-drop], .players [data-tap], .board > [data-tap]";

export class Pull {
  /** @param {() => Ui} uiNow of the table that is open */
  constructor(uiNow) {
    /** @private */ this.uiNow = uiNow;
    /** @private @type {Start | null} where a finger is down */ this.begun = null;
    /** @private @type {HTMLElement | null} what follows the finger */ this.tag = null;
    /** @private @type {Element | null} what the finger is over */ this.over = null;
    /** @private when what it may be pulled onto came into sight, by the event's own time */
    this.liftedAt = 0;
  }

  /** Watches the page from now on. */
  start() {
    document.addEventListener("pointerdown", (event) => this.onDown(event), true);
    document.addEventListener("pointermove", (event) => this.onMove(event));
    document.addEventListener("pointerup", (event) => this.onUp(event));
    document.addEventListener("keydown", (event) => this.onKey(event), true);
    const end = () => this.end();
    document.addEventListener("pointercancel", end);
    document.addEventListener("visibilitychange", end);
    for (const type of ["resize", "blur"]) addEventListener(type, end);
  }

  /** @private A second finger lets go of what the first one holds. @param {PointerEvent} event */
  onDown(event) {
    this.end();
    if (!event.isPrimary || event.button !== 0) return;
    const number = squareOf(event.target);
    if (number === null || !isOpenTo(this.uiNow())) return;
    if (pulledFrom(this.uiNow(), number) === null) return;
    this.begun = { number, x: event.clientX, y: event.clientY };
  }

  /** @private @param {PointerEvent} event */
  onMove({ clientX, clientY, timeStamp }) {
    const { begun } = this;
    if (begun === null) return;
    const far = Math.hypot(clientX - begun.x, clientY - begun.y) >= STARTS_PX;
    if (this.tag === null && !far) return;
    const tag = this.tag ?? this.lift(begun, timeStamp);
    if (tag === null) return;
    tag.style.translate = `${clientX}px ${clientY}px`;
    this.mark(targetAt(clientX, clientY));
  }

  /** @private @param {Start} begun @param {number} at */
  lift({ number }, at) {
    const ui = this.uiNow();
    const pulled = pulledFrom(ui, number);
    if (pulled === null) return null;
    const tag = document.createElement("div");
    tag.className = "pulled";
    tag.setAttribute("aria-hidden", "true");
    tag.textContent = pulled.words;
    document.body.append(tag);
    this.tag = tag;
    this.liftedAt = at;
    ui.local.pull.square = number;
    ui.draw();
    return tag;
  }

  /** @private @param {Element | null} target */
  mark(target) {
    if (target === this.over) return;
    this.over?.removeAttribute("data-over");
    target?.setAttribute("data-over", "");
    this.over = target;
  }

  /** @private What came into sight just now nobody can have meant. @param {PointerEvent} event */
  onUp({ clientX, clientY, timeStamp }) {
    const { begun, tag, liftedAt } = this;
    const target = tag && targetAt(clientX, clientY);
    this.end();
    if (begun === null || !target || timeStamp - liftedAt < SETTLED_MS) return;
    if (isOpenTo(this.uiNow())) dropOn(this.uiNow(), begun.number, target);
  }

  /** @private What is held is put back, and no sheet closes. @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key !== "Escape" || this.tag === null) return;
    event.stopImmediatePropagation();
    this.end();
  }

  /** @private Nothing is held any more. */
  end() {
    this.begun = null;
    if (this.tag === null) return;
    this.mark(null);
    this.tag.remove();
    this.tag = null;
    const ui = this.uiNow();
    ui.local.pull.square = null;
    ui.draw();
  }
}

/** Whether the board shows the game as it is now, and somebody judges. @param {Ui} ui */
function isOpenTo(ui) {
  const { phase, view } = ui.state;
  if (phase !== "open" || view === null || nobodyJudges(ui)) return false;
  const { top } = ui.sheets;
  return !(top instanceof FinalPositionSheet) && shownBy(top) === null;
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const square = target instanceof Element ? target.closest(".board > [data-tap]") : null;
  return square instanceof HTMLElement ? Number(square.dataset.tap?.slice("square-".length)) : null;
}

/** @param {number} x @param {number} y */
function targetAt(x, y) {
  return document.elementFromPoint(x, y)?.closest(TARGETS) ?? null;
}
