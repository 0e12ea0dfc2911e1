// The button that scans a badge, where there may be a camera (pages without encryption have none). What reads codes comes
// when it is pressed.

/**
 * @param {(code: string) => string} [read] what a code leads to, "" for another code; a player's page if it is not said
 * @param {(found: string) => void} [go] called with that; goes to that page
 */
export function prepareScan(read, go) {
  const button = document.querySelector("[data-scan]");
  if (!(button instanceof HTMLElement)) return;
  if (!navigator.mediaDevices) {
    document.querySelector("[data-no-scan]")?.removeAttribute("hidden");
    return;
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    const { scan } = await import("./badge_scan.js");
    await scan(button, read, go);
  });
}
