// A page that follows its event and shows nothing of what the tables are at: its parts are put in
// anew where anything else of the event changed. Without this script it shows what was so when it
// was loaded.

import { followPage, mayHaveChanged, refreshParts } from "./live_page.js";

followPage((state, before) => {
  if (mayHaveChanged(state, before)) void refreshParts(() => {});
});
