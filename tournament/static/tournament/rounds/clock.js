// Lets each clock on the page run on between two loads. Without this script the page shows the
// time left when it was loaded.

/**
 * The time left as the server writes it: `1:59:05`, `5:00`, `−0:30`.
 * @param {number} seconds
 */
function countdown(seconds) {
  const whole = Math.abs(Math.trunc(seconds));
  const [hours, minutes, rest] = [whole / 3600, (whole / 60) % 60, whole % 60].map(Math.trunc);
  const tail = String(rest).padStart(2, "0");
  const text = hours
    ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}`
    : `${minutes}:${tail}`;
  return (seconds < 0 ? "\u2212" : "") + text;
}

/** When each clock was written, in milliseconds since the page was. @type {WeakMap<Element, number>} */
const writtenAt = new WeakMap();

/** @param {number} at milliseconds since the page was written */
function clocks(at) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"));
  for (const clock of all) if (!writtenAt.has(clock)) writtenAt.set(clock, at);
  return all;
}

/**
 * Show one clock's time left now, counted from when it was written.
 * @param {HTMLElement} element
 */
function tick(element) {
  const since = performance.now() - (writtenAt.get(element) ?? 0);
  const gone = element.dataset.clock === "running" ? since / 1000 : 0;
  const face = element.querySelector("[data-face]");
  const left = Math.floor(Number(element.dataset.remaining) - gone);
  if (face) face.textContent = countdown(left);
  if (element.dataset.warn) {
    element.dispatchEvent(new CustomEvent("timeleft", { bubbles: true, detail: left }));
  }
}

clocks(0);
setInterval(() => clocks(performance.now()).forEach(tick), 500);
