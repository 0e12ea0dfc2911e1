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

/**
 * Show one clock's time left now, counted from when the page was loaded.
 * @param {HTMLElement} element
 */
function tick(element) {
  const gone = element.dataset.clock === "running" ? Math.floor(performance.now() / 1000) : 0;
  const face = element.querySelector("span");
  if (face) face.textContent = countdown(Number(element.dataset.remaining) - gone);
}

const clocks = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"));
setInterval(() => clocks.forEach(tick), 500);
