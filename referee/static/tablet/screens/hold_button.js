/**
 * A button that acts only when it is held: what it does cannot happen by a slip. A finger or a key
 * held counts; who can do neither (a screen reader's tap) activates it twice.
 *
 * @import { Ui } from "./ui.js"
 * @import { Child } from "./dom.js"
 *
 * @typedef {{name: string, held: () => unknown, class?: string, disabled?: boolean}} HoldProps
 *   `name` is the tap's identity on this screen
 */
import { h } from "./dom.js";

/** As long as `--hold` of the style sheet. */
export const HOLD_MS = 900;

/** How long the first tap of a screen reader waits for the second. */
export const ARMED_MS = 5_000;

const HOLD_KEYS = [" ", "Enter"];

/** @type {WeakMap<Element, AbortController>} what lets go of the buttons that are being held */
const holds = new WeakMap();

/** @type {WeakMap<Element, number>} when the first tap of a screen reader is forgotten */
const lapses = new WeakMap();

/**
 * @param {Ui} _ui
 * @param {HoldProps} props
 * @param {...Child} children
 */
export function holdButton(_ui, props, ...children) {
  /** @param {Event} event */
  const begin = ({ currentTarget }) =>
    hold(/** @type {HTMLButtonElement} */ (currentTarget), props.held);
  /** @param {PointerEvent} event */
  const beginByFinger = (event) => {
    if (!event.isPrimary) return;
    // A finger keeps to where it came down; let free, it is heard of where it leaves the button.
    /** @type {HTMLElement} */ (event.target).releasePointerCapture(event.pointerId);
    begin(event);
  };
  /** @param {Event} event */
  const end = ({ currentTarget }) => release(/** @type {HTMLElement} */ (currentTarget));
  return h(
    "button",
    {
      type: "button",
      class: `hold ${props.class ?? "button primary wide"}`,
      key: props.name,
      "data-tap": props.name,
      disabled: props.disabled,
      onpointerdown: beginByFinger,
      onpointerup: end,
      onpointerleave: end,
      onpointercancel: end,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (!HOLD_KEYS.includes(event.key)) return;
        event.preventDefault();
        begin(event);
      },
      onkeyup: end,
      onblur: end,
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      onclick: (/** @type {MouseEvent} */ event) => twice(event, props.held),
    },
    h("span", { class: "hold-words" }, children),
  );
}

/** @param {HTMLButtonElement} target @param {() => unknown} held */
function hold(target, held) {
  if (holds.has(target)) return;
  const letGo = new AbortController();
  holds.set(target, letGo);
  target.dataset.holding = "";
  endByOthers(letGo.signal, () => release(target));
  const { left, top } = target.getBoundingClientRect();
  afterHold(letGo.signal, () => {
    release(target);
    const now = target.getBoundingClientRect();
    const stayed = target.isConnected && now.left === left && now.top === top;
    if (stayed && !target.disabled) held();
  });
}

/** Another finger, and a page that is turned or left, end the hold. @param {AbortSignal} signal @param {() => void} end */
function endByOthers(signal, end) {
  addEventListener("pointerdown", end, { capture: true, signal });
  for (const type of ["resize", "blur"]) addEventListener(type, end, { signal });
  document.addEventListener("visibilitychange", end, { signal });
}

/** A finger that left while the page was busy is heard of before it counts. @param {AbortSignal} signal @param {() => void} act */
function afterHold(signal, act) {
  const actNow = () => signal.aborted || act();
  const timer = setTimeout(() => requestAnimationFrame(() => setTimeout(actNow)), HOLD_MS);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

/** @param {HTMLElement} target */
function release(target) {
  holds.get(target)?.abort();
  holds.delete(target);
  delete target.dataset.holding;
}

/** A click without a pointer, of a screen reader: the second one counts, if it comes soon. @param {MouseEvent} event @param {() => unknown} held */
function twice({ detail, currentTarget }, held) {
  const target = /** @type {HTMLElement} */ (currentTarget);
  if (detail > 0) return;
  const armed = target.dataset.armed !== undefined;
  disarm(target);
  if (armed) return held();
  target.dataset.armed = "";
  lapses.set(
    target,
    setTimeout(() => disarm(target), ARMED_MS),
  );
}

/** @param {HTMLElement} target */
function disarm(target) {
  clearTimeout(lapses.get(target));
  lapses.delete(target);
  delete target.dataset.armed;
}
