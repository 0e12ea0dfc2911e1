// What a key does in a replay, and which chapter a moment belongs to. Pure.

/** @type {Record<string, string>} */
const KEYS = {
  " ": "play",
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  PageUp: "chapter-back",
  PageDown: "chapter-on",
};

/** What keeps its own keys. */
const TYPED = new Set(["select", "textarea"]);
/** What the space bar presses or unfolds. */
const PRESSED = new Set(["a", "button", "summary"]);

/**
 * What a key asks for; blank if nothing, or if what has the focus needs the key itself.
 * @param {{ key: string, altKey: boolean, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean }} event
 * @param {string} focused the name of the element that has the focus
 */
export function goOf({ key, altKey, ctrlKey, metaKey, shiftKey }, focused) {
  if (altKey || ctrlKey || metaKey || shiftKey || TYPED.has(focused)) return "";
  if (key === " " && PRESSED.has(focused)) return "";
  return KEYS[key] ?? "";
}

/**
 * The number of the chapter that a moment belongs to, -1 before the first.
 * @param {number[]} starts the chapters' frames, in order
 * @param {number} at
 */
export const chapterOf = (starts, at) => starts.findLastIndex((start) => start <= at);

/**
 * The frame of the next chapter, or of the one before; undefined if there is none.
 * @param {number[]} starts
 * @param {number} at
 * @param {1 | -1} way
 */
export const chapterBeside = (starts, at, way) =>
  way > 0 ? starts.find((start) => start > at) : starts.findLast((start) => start < at);
