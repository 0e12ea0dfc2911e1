// The search in a table's ledger: leaves only the turns in which all words are.

import { finder } from "../../tournament/common/search_key.js";

const SETTLE_MS = 250;

/** @typedef {{ turns: HTMLElement, more: () => Promise<boolean> }} Ledger */

/**
 * Leave only the turns in which all words are; how many those are.
 * @param {HTMLElement} turns @param {string} typed
 */
function filter(turns, typed) {
  const isMeant = finder(typed);
  let found = 0;
  for (const turn of /** @type {HTMLElement[]} */ ([...turns.children])) {
    turn.hidden = !isMeant(turn.textContent ?? "");
    if (!turn.hidden) found += 1;
  }
  return found;
}

/**
 * Search now for what was typed already, and whenever somebody stops writing.
 * @param {Ledger} ledger @param {HTMLFormElement} form
 */
export function searchBy(ledger, form) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  let searches = 0;
  const search = async () => {
    searches += 1;
    const mine = searches;
    const typed = field.value.trim();
    try {
      while (typed && (await ledger.more()));
    } catch {
      // Without a network it is what has come so far.
    }
    if (mine !== searches) return;
    const found = filter(ledger.turns, typed);
    const text = ["none", "one"][found] ?? "many";
    status.textContent = typed
      ? (status.dataset[text] ?? "").replace("{count}", String(found))
      : "";
  };
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(search, SETTLE_MS);
  });
  form.addEventListener("submit", search);
  if (field.value) search();
}
