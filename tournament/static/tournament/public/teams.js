// The team standings: put in anew where results change, with what they would be if time were called
// now beside them. Without this script the page shows what was so when it was loaded.

import { followPage, mayHaveChanged, refreshParts } from "./live_page.js";
import { showNow } from "./words.js";

// The page sums up what the tables are at, and may be some seconds older than the stream.
const NEW_TABLES_AFTER_MS = 6000;

/** @param {any} state */
const plays = (state) => Object.keys(state.projected.teams ?? {}).length > 0;

/** @param {any} state */
function showProjected(state) {
  const rows = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("tr[data-team]"));
  for (const row of rows) showNow(row, state.projected.teams?.[row.dataset.team ?? ""]);
}

followPage((state, before) => {
  showProjected(state);
  const began = before !== null && plays(before) !== plays(state);
  if (began || mayHaveChanged(state, before))
    void refreshParts(() => showProjected(state), began ? NEW_TABLES_AFTER_MS : 0);
});
