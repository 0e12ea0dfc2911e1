/**
 * A slip of the finger does no harm. A tap counts only where the same control has been under the
 * finger for a moment: whatever appeared there, moved there, or stands there under another name is
 * not what the finger meant. So the second tap of a double tap never reaches what the first brought.
 * Nor does the finger that lets go of a held button press what the hold has brought: a tap comes down
 * and goes up on the same control. Of two fingers at once nobody knows which one was meant.
 *
 * On a page that is read by scrolling, `data-scrolled`, a control may have moved: nothing pressed there
 * is recorded.
 *
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {{name: string, box: Box, above: boolean}} Place
 *   where a control is to be seen; `above`: it lies on what covers others
 * @typedef {{from: number, places: Place[], covers: Box[]}} Layout
 *   what was where, from a moment on until the next layout, in ms of `performance.now()`
 * @typedef {{name: string, at: number, x: number, y: number}} Tap
 * @typedef {{name: string | null, at: number, alone: boolean}} Touch
 *   where a finger came down, on which control, by the event's own time; `alone`: no other since
 */

/** How long a control has to have been where it is, in milliseconds. */
export const SETTLED_MS = 350;

/** Two taps of one bounce are no farther apart, in CSS pixels. */
const BOUNCE_PX = 16;

/** Layouts are kept longer than a tap can need them, for one that is handled late. */
const KEPT_MS = 3 * SETTLED_MS;

/** Measuring everything waits so long: what was tapped is recorded meanwhile. */
const REST_MS = 100;

const CONTROLS = "button, a[href], summary";

/** What cuts off the controls in it, and what lies over others without being a part of them. */
const SCROLLERS = ".scroll, .above-dice, .sheet-body, .panel, .seat-list";
const COVERS = "[data-covers]";

export class TapGuard {
  /** @param {HTMLElement} root the controls are in it */
  constructor(root) {
    /** @private */ this.root = root;
    /** @private @type {Layout[]} the latest last */ this.layouts = [];
    /** @private the timer of the look at the page that is due */ this.due = 0;
    /** @private when what is to be looked at came to the screen */ this.shownAt = 0;
    /** @private @type {Touch} the latest */
    this.touch = { name: null, at: 0, alone: true };
    /** @private @type {Tap | null} the last one that counted */ this.lastTap = null;
  }

  /** Watches the page from now on. */
  start() {
    document.addEventListener("click", (event) => this.onClick(event), true);
    document.addEventListener("keydown", (event) => this.onKey(event), true);
    document.addEventListener("pointerdown", (event) => this.onDown(event), true);
    const moved = () => this.drawn();
    for (const type of ["scroll", "toggle"])
      document.addEventListener(type, moved, { capture: true, passive: true });
    addEventListener("resize", moved);
    // Letters of another font move what nobody drew.
    document.fonts.addEventListener("loadingdone", moved);
    this.drawn();
  }

  /** To be called after each drawing: what stands where is measured a moment after it is on the screen. */
  drawn() {
    this.due ||= setTimeout(() => this.look(), REST_MS);
    // Until the frame is there nobody can have seen it.
    this.shownAt = Number.POSITIVE_INFINITY;
    requestAnimationFrame(() => {
      this.shownAt = performance.now();
    });
  }

  /** @private Notes where everything is, if it is not where it was. */
  look() {
    clearTimeout(this.due);
    this.due = 0;
    const from = Math.min(this.shownAt, performance.now());
    const now = layoutOf(this.root, from);
    const last = this.layouts.at(-1);
    if (last && isSame(last, now)) return;
    const needed = this.layouts.findLastIndex((each) => each.from <= from - KEPT_MS);
    this.layouts = [...this.layouts.slice(Math.max(needed, 0)), now];
  }

  /** @private @param {PointerEvent} event */
  onDown(event) {
    if (!event.isPrimary) {
      this.touch.alone = false;
      return;
    }
    const control = controlOf(event);
    this.touch = { name: control && nameOf(control), at: event.timeStamp, alone: true };
    // What moved without a drawing, as by a scroll of which no event has told yet, moved just now.
    if (!this.due) this.shownAt = performance.now();
    this.look();
  }

  /** @private A key held down presses a button once. @param {KeyboardEvent} event */
  onKey(event) {
    if (event.repeat && event.key === "Enter" && controlOf(event)) event.preventDefault();
  }

  /** @private @param {MouseEvent} event */
  onClick(event) {
    const control = controlOf(event);
    if (control === null) return;
    if (this.due) this.look();
    const byFinger = event.detail > 0;
    const byPlace = byFinger && !control.closest("[data-scrolled]");
    /** @type {Tap} */
    const tap = {
      name: nameOf(control),
      at: byFinger ? this.touch.at : event.timeStamp,
      x: event.clientX,
      y: event.clientY,
    };
    const repeatable = control.hasAttribute("data-repeatable");
    if (
      (!byFinger || this.isWhole(tap)) &&
      this.isSettled(tap, byPlace) &&
      (repeatable || !this.isBounce(tap, byFinger))
    ) {
      this.lastTap = tap;
      return;
    }
    // It may have moved by something else than a drawing.
    this.drawn();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @private Whether one finger alone came down on what it now left. @param {Tap} tap */
  isWhole({ name }) {
    return this.touch.alone && this.touch.name === name;
  }

  /**
   * @private Whether the control was there, in each layout since a moment before the tap.
   * @param {Tap} tap
   * @param {boolean} byPlace else by its name: a key or a screen reader touches no place
   */
  isSettled({ name, at, x, y }, byPlace) {
    const first = this.layouts.findLastIndex((each) => each.from <= at - SETTLED_MS);
    if (first < 0) return false;
    return this.layouts.slice(first).every(({ places, covers }) => {
      const there = places.filter((each) => each.name === name);
      if (!byPlace) return there.length > 0;
      const covered = covers.some((each) => contains(each, x, y));
      return there.some(({ box, above }) => contains(box, x, y) && (above || !covered));
    });
  }

  /**
   * @private Whether it is the second tap of a bounce: on the same control, or a hair beside it.
   * @param {Tap} tap
   * @param {boolean} byFinger
   */
  isBounce({ name, at, x, y }, byFinger) {
    const { lastTap } = this;
    if (lastTap === null || at - lastTap.at >= SETTLED_MS) return false;
    const near = Math.hypot(x - lastTap.x, y - lastTap.y) <= BOUNCE_PX;
    return name === lastTap.name || (byFinger && near);
  }
}

/** @param {Event} event @returns {HTMLElement | null} */
function controlOf({ target }) {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

/** What the control is: another name is another meaning. @param {HTMLElement} control @param {string} [moment] */
function nameOf(control, moment = momentOf(control)) {
  const tap = control.getAttribute("data-tap") ?? control.getAttribute("href");
  return `${tap ?? control.textContent ?? ""} ${moment}`;
}

/** What the controls here are for: another moment is another meaning, too. @param {Element | null} place */
function momentOf(place) {
  return place?.closest("[data-moment]")?.getAttribute("data-moment") ?? "";
}

/** @param {HTMLElement} root @param {number} from @returns {Layout} */
function layoutOf(root, from) {
  const boxOf = remembered((/** @type {Element} */ element) => element.getBoundingClientRect());
  // Controls side by side, such as the squares of the board, lie in the same.
  const around = remembered((/** @type {Element | null} */ parent) => ({
    scroller: parent?.closest(SCROLLERS) ?? null,
    above: Boolean(parent?.closest(COVERS)),
    moment: momentOf(parent),
  }));
  /** @type {NodeListOf<HTMLElement>} */
  const controls = root.querySelectorAll(CONTROLS);
  return {
    from,
    places: Array.from(controls, (each) => {
      const { scroller, above, moment } = around(each.parentElement);
      const box = each.getBoundingClientRect();
      return {
        name: nameOf(each, moment),
        box: scroller ? common(box, boxOf(scroller)) : box,
        above,
      };
    }),
    covers: Array.from(root.querySelectorAll(COVERS), (each) => each.getBoundingClientRect()),
  };
}

/**
 * The function, each of whose answers is asked for once.
 *
 * @template Key, Answer
 * @param {(key: Key) => Answer} found
 * @returns {(key: Key) => Answer}
 */
function remembered(found) {
  /** @type {Map<Key, Answer>} */
  const known = new Map();
  return (key) => {
    const answer = known.get(key) ?? found(key);
    known.set(key, answer);
    return answer;
  };
}

/** What two boxes share: one that ends before it begins where they share nothing. @param {Box} one @param {Box} other @returns {Box} */
function common(one, other) {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** @param {Layout} one @param {Layout} other */
function isSame(one, other) {
  return (
    one.places.length === other.places.length &&
    one.covers.length === other.covers.length &&
    one.covers.every((each, at) => isSameBox(each, other.covers[at])) &&
    one.places.every(({ name, above, box }, at) => {
      const then = other.places[at];
      return name === then?.name && above === then.above && isSameBox(box, then.box);
    })
  );
}

/** @param {Box} one @param {Box} [other] */
function isSameBox({ left, top, right, bottom }, other) {
  return (
    other !== undefined &&
    left === other.left &&
    top === other.top &&
    right === other.right &&
    bottom === other.bottom
  );
}

/** @param {Box} box @param {number} x @param {number} y */
function contains({ left, top, right, bottom }, x, y) {
  return left <= x && x < right && top <= y && y < bottom;
}
