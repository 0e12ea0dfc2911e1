// What the server does in the background, a draw or a backup, followed by the page to its end.

import { statesOf } from "../common/states.js";

const EVERY_MS = 1000;

/**
 * Show how far it is; at its end look again, or say how it went where the page has more to do.
 * @param {HTMLElement} panel
 */
async function watch(panel) {
  const bar = panel.querySelector("progress");
  const told = panel.querySelector("[data-told]");
  for await (const state of statesOf(panel.dataset.state ?? "", EVERY_MS)) {
    if (!state.running) {
      if (panel.dataset.then !== "tell") return location.reload();
      panel.replaceChildren(state.text);
      return;
    }
    if (bar) bar.value = state.progress;
    if (told && told.textContent !== state.text) told.textContent = state.text;
  }
}

for (const panel of document.querySelectorAll("[data-state]")) {
  if (panel instanceof HTMLElement) watch(panel);
}
