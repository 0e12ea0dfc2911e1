// The page of a table with a result, as long as this may change: it is loaded again where it does.
// Without this script the page shows what was so when it was loaded.

import {
  followPage,
  isOutdated,
  mayHaveChanged,
  reloadSoon,
} from "../../tournament/public/live_page.js";

const [, round = "", table = ""] = location.pathname.match(/\/r\/(\d+)\/t\/(\d+)\/$/) ?? [];

/** @param {any} state */
const shownOf = (state) => JSON.stringify(state.rounds[round]?.tables[table]);

followPage(async (state, before) => {
  if (!mayHaveChanged(state, before, shownOf)) return;
  if (before || (await isOutdated())) reloadSoon();
});
