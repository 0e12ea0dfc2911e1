/**
 * The set-up page: checks on this very tablet that all is well.
 */

export {};

const MAX_SKEW_MS = 120_000;

/** @param {string} address */
async function serverTime(address) {
  const response = await fetch(`${address}?of=${Date.now()}`, { cache: "no-store" });
  if (!response.ok) throw new Error(String(response.status));
  return Date.parse(response.headers.get("Date") ?? "") || Date.now();
}

/** A strict write that is on the disk. */
async function canStore() {
  const { Store } = await import("./store.js");
  const store = await Store.open();
  await store.write([{ store: "device", key: "setup", put: Date.now() }]);
  store.close();
  return true;
}

/** The smallest module: a device without WebAssembly, or whose policy forbids it, refuses it. */
async function canCompile() {
  await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  return true;
}

/** @param {string} probe @param {string} worker @returns {Record<string, () => Promise<boolean>>} */
function checks(probe, worker) {
  return {
    secure: async () => isSecureContext,
    worker: async () => Boolean(await navigator.serviceWorker.register(worker)),
    storage: canStore,
    persist: async () => (await navigator.storage.persisted()) || navigator.storage.persist(),
    engine: canCompile,
    awake: async () => Boolean((await navigator.wakeLock.request("screen")).release()),
    server: async () => (await serverTime(probe)) > 0,
    clock: async () => Math.abs((await serverTime(probe)) - Date.now()) < MAX_SKEW_MS,
  };
}

const list = /** @type {HTMLElement} */ (document.getElementById("checks"));
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const { probe = "", worker = "", good = "", usable = "", bad = "" } = list.dataset;
const results = await Promise.all(
  Object.entries(checks(probe, worker)).map(async ([name, check]) => {
    const passed = await check().catch(() => false);
    const line = list.querySelector(`[data-check="${name}"]`);
    line?.setAttribute("data-passed", String(passed));
    const state = line?.querySelector("[data-state]");
    if (state) state.textContent = passed ? "✓" : "✗";
    line?.querySelector("[data-advice]")?.toggleAttribute("hidden", passed);
    return { passed, needed: line?.hasAttribute("data-needed") };
  }),
);
const lacking = results.filter(({ passed }) => !passed);
if (lacking.length === 0) verdict.textContent = good;
else verdict.textContent = lacking.some(({ needed }) => needed) ? bad : usable;
