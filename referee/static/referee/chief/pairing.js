// Tells the organiser when a tablet has taken the code on this page, or that none can any more.
// Without this script the link below the code leads to the table's tablets.

import { statesOf } from "../../tournament/common/states.js";

/**
 * @param {HTMLElement} statusLine
 * @param {string} text
 * @param {string} kind
 */
function tell(statusLine, text, kind) {
  statusLine.className = `notice ${kind}`;
  statusLine.textContent = text;
  document.getElementById("invitation")?.remove();
}

/**
 * Until the invitation is used or lapses.
 * @param {HTMLElement} statusLine
 */
async function watch(statusLine) {
  const { state: address = "", paired = "", lapsed = "" } = statusLine.dataset;
  for await (const { tablet, open } of statesOf(address, 800)) {
    if (tablet)
      return tell(
        statusLine,
        paired.replace("%s", () => tablet),
        "good",
      );
    if (!open) return tell(statusLine, lapsed, "bad");
  }
}

const statusLine = document.getElementById("pairing");
if (statusLine) watch(statusLine);
