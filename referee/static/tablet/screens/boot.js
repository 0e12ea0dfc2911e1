/**
 * The first script of the page. The service worker brings the whole app in one archive; where there
 * is none, or it takes too long, each file is fetched by itself.
 *
 * @import { Config } from "../runtime/types.js"
 */
import { DARK } from "../runtime/device.js";
import { beginEarly, beginNewest } from "../runtime/spare_worker.js";

const MAX_WAIT_MS = 10_000;
/** The service worker has all files on the disk: they are there in some seconds, or never. */
const MAX_START_MS = 30_000;
const RETRY_MS = 5_000;

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));

/** @param {ServiceWorkerContainer} container @param {string} address */
async function controlled(container, address) {
  const controls = new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
  });
  const { installing, waiting, active } = await container.register(address, {
    updateViaCache: "none",
  });
  // A page that was reloaded past the worker is not controlled by it.
  if (active && !installing && !waiting) return;
  await Promise.race([controls, redundant(installing)]);
}

/** @param {ServiceWorker | null} worker one that may fail to install */
function redundant(worker) {
  return new Promise((resolve) => {
    worker?.addEventListener("statechange", () => worker.state === "redundant" && resolve(null));
  });
}

/**
 * @param {string} name relative to this file
 * @param {string} [media]
 */
function styled(name, media = "all") {
  const href = new URL(name, import.meta.url).href;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media });
  document.head.append(sheet);
  return new Promise((resolve) => {
    sheet.onload = sheet.onerror = resolve;
  });
}

async function start() {
  // They do nothing before the entry of the page calls them: meanwhile the style comes.
  const scripts = [import("./app.js"), import("../runtime/tablet.js")];
  await Promise.all([styled("tablet.css"), styled("../../tournament/design/dark.css", DARK.auto)]);
  await Promise.all(scripts);
  await import("./main.js");
}

/** A file was lost on its way: say so, and load the page again as soon as it can come. */
async function startAgain() {
  /** @type {HTMLElement} */ (document.getElementById("not-started")).hidden = false;
  let answer;
  do {
    await pause(RETRY_MS);
    answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  } while (!answer?.ok);
  location.reload();
}

const { dataset } = /** @type {HTMLElement} */ (document.getElementById("tablet"));
const container = navigator.serviceWorker;
const addresses = /** @type {Config} */ ({ ...dataset });
if (container?.controller) beginEarly(addresses);
else if (container) {
  const waited = controlled(container, addresses.serviceWorker);
  await Promise.race([waited, pause(MAX_WAIT_MS)]).catch(() => undefined);
  // A link that opens a table: its engine comes while the screens do.
  if (location.hash) void beginNewest(addresses);
}
const hangs = () =>
  pause(MAX_START_MS).then(() => Promise.reject(new Error("the screens do not come")));
await Promise.race(container?.controller ? [start(), hangs()] : [start()]).catch(startAgain);
