// The search of an event's copy as files: leaves the players and tables in whose line all words are.
// Without this script the page lists everybody and every table.

import { finder } from "../../tournament/common/search_key.js";

/** @param {HTMLElement} tools @param {HTMLInputElement} field */
function search(tools, field) {
  const isMeant = finder(field.value);
  let found = 0;
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-found-in]")
  )) {
    const lines = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("[data-line]")]);
    for (const line of lines) line.hidden = !isMeant(line.textContent ?? "");
    const shown = lines.filter((line) => !line.hidden).length;
    group.hidden = shown === 0;
    found += shown;
  }
  const status = /** @type {HTMLElement} */ (tools.querySelector("[role=status]"));
  const text = status.dataset[["none", "one"][found] ?? "many"] ?? "";
  status.textContent = field.value.trim() ? text.replace("{count}", String(found)) : "";
}

/** Let the page of the search, if this is it, follow what is typed. */
export function prepareSearch() {
  const tools = document.getElementById("site-search");
  const field = tools?.querySelector("input");
  if (!tools || !field) return;
  tools.hidden = false;
  field.addEventListener("input", () => search(tools, field));
  if (field.value) search(tools, field);
}
