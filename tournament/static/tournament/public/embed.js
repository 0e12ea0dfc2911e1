// Keeps an event in another site's frame fresh: the clock runs, and now and then the page is asked for
// again, which costs nothing while it is the same. Without this script it shows what was so at first.

import { refreshParts } from "./live_page.js";
import { countdown } from "./words.js";

const ASKED_EVERY_MS = 20_000;
const TICK_MS = 500;

function tick() {
  for (const face of document.querySelectorAll("[data-ends-at]")) {
    const end = Date.parse(face.getAttribute("data-ends-at") ?? "");
    const text = countdown((end - Date.now()) / 1000);
    if (face.textContent !== text) face.textContent = text;
  }
}

async function keepFresh() {
  while (!document.querySelector("[data-over]")) {
    await new Promise((resume) => setTimeout(resume, ASKED_EVERY_MS));
    if (!document.hidden) await refreshParts(tick);
  }
}

tick();
setInterval(tick, TICK_MS);
void keepFresh();
