// Tells the organiser when a tablet has taken the code on this page, or that none can any more.
// Without this script the link below the code leads to the table's tablets.

import { statesOf } from "./states.js";

/**
 * @param {HTMLElement} says
 * @param {string} text
 * @param {string} kind
 */
function tell(says, text, kind) {
  says.className = `notice ${kind}`;
  says.textContent = text;
  document.getElementById("invitation")?.remove();
}

/**
 * Until the invitation is used or lapses.
 * @param {HTMLElement} says
 */
async function watch(says) {
  const { state: address = "", paired = "", lapsed = "" } = says.dataset;
  for await (const { tablet, open } of statesOf(address, 800)) {
    if (tablet) return tell(says, paired.replace("%s", () => tablet), "notice--good");
    if (!open) return tell(says, lapsed, "notice--bad");
  }
}

const says = document.getElementById("pairing");
if (says) watch(says);
