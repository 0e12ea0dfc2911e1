// Tells the organiser when a tablet has taken the code on this page, or that none can any more.
// Without this script the link below the code leads to the table's tablets.

export {};

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
 * Ask once a second until the invitation is used or lapses.
 * @param {HTMLElement} says
 */
async function watch(says) {
  const { state: address = "", paired = "", lapsed = "" } = says.dataset;
  for (;;) {
    await new Promise((resume) => setTimeout(resume, 800));
    try {
      const state = await (await fetch(address)).json();
      if (state.tablet) return tell(says, paired.replace("%s", () => state.tablet), "notice--good");
      if (!state.open) return tell(says, lapsed, "notice--bad");
    } catch {
      // The connection may come back; the page says nothing it does not know.
    }
  }
}

const says = document.getElementById("pairing");
if (says) watch(says);
