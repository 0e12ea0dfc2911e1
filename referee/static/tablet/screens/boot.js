/**
 * The first script of the page. The service worker brings the whole app in one archive; where there
 * is none, or it takes too long, each file is fetched by itself.
 */

const MAX_WAIT_MS = 10_000;

/** @param {ServiceWorkerContainer} container @param {string} address */
async function controlled(container, address) {
  if (container.controller) return;
  const controls = new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
  });
  const registration = await container.register(address, { updateViaCache: "none" });
  if (registration) await controls;
}

/** @param {string} address */
function styled(address) {
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  document.head.append(sheet);
  return new Promise((resolve) => {
    sheet.onload = sheet.onerror = resolve;
  });
}

const address = document.getElementById("tablet")?.dataset.serviceWorker ?? "";
const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
if (navigator.serviceWorker) {
  await Promise.race([controlled(navigator.serviceWorker, address), late]).catch(() => undefined);
}
await styled(new URL("tablet.css", import.meta.url).href);
await import("./main.js");
