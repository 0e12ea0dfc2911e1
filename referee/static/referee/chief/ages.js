// Counts on how many minutes ago a moment was. Without this script the page keeps the server's count.

const EVERY_MS = 10_000;

/** Rewrite the `<time data-age>` elements of the page, whose words have `%s` for the minutes. */
export function countAges() {
  for (const element of document.querySelectorAll("time[data-age]")) {
    const since = Date.parse(element.getAttribute("datetime") ?? "");
    const words = element.getAttribute("data-age") ?? "";
    if (Number.isNaN(since)) continue;
    const minutes = Math.max(0, Math.floor((Date.now() - since) / 60_000));
    element.textContent = words.replace("%s", String(minutes));
  }
}

setInterval(countAges, EVERY_MS);
