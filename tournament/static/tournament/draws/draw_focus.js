// The page of a draw is loaded anew when the draw starts and when it is finished. Where the focus was in
// what changed by it (`data-renewed`), the heading that came instead (`data-takes-focus`) has it then.

const KEY = "draw-focus";
const WITHIN_MS = 10_000;

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Kept */

/**
 * As the page goes: keep when the focus was in what changes.
 * @param {Pick<Document, "activeElement">} page
 * @param {Kept} kept
 * @param {string} path of the page
 * @param {number} now milliseconds
 */
export function keepFocus(page, kept, path, now) {
  if (page.activeElement?.closest("[data-renewed]")) kept.setItem(KEY, `${now} ${path}`);
}

/**
 * As the page comes: give its heading the focus that was kept, if the same page just went.
 * @param {Pick<Document, "querySelector">} page
 * @param {Kept} kept
 * @param {string} path of the page
 * @param {number} now milliseconds
 */
export function takeFocus(page, kept, path, now) {
  const [at, from] = (kept.getItem(KEY) ?? "").split(" ");
  kept.removeItem(KEY);
  if (from !== path || now - Number(at) > WITHIN_MS) return;
  /** @type {HTMLElement | null} */ (page.querySelector("[data-takes-focus]"))?.focus();
}
