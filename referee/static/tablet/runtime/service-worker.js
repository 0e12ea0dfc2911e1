/**
 * Keeps the whole app for cold starts without network. The server writes the release above this
 * source: `RELEASE = {version, shell, files: [[address, immutable], …]}`.
 */

/** @typedef {{version: string, shell: string, files: [string, boolean][]}} Files */
/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LifecycleEvent */
/** @typedef {LifecycleEvent & {request: Request, respondWith: (answer: Promise<Response>) => void}} RequestEvent */

const scope = /** @type {any} */ (self);
/** @type {Files} */
const release = scope.RELEASE;
const PREFIX = "tablet-";
/** Engines that a game is pinned to while the app is older or newer. */
const PINNED = "pinned-engines";
const NAME = PREFIX + release.version;
const known = new Set(release.files.map(([address]) => new URL(address, scope.location.href).href));

/** @param {Cache} cache @param {string} address @param {boolean} immutable */
async function precache(cache, address, immutable) {
  // What carries its digest in the address needs no second download with a newer app.
  const old = immutable ? await caches.match(address) : undefined;
  const answer = old ?? (await fetch(address, { cache: immutable ? "default" : "no-cache" }));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await cache.put(address, answer);
}

async function install() {
  const cache = await caches.open(NAME);
  await Promise.all(
    release.files.map(([address, immutable]) => precache(cache, address, immutable)),
  );
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** @param {Request} request @returns {Promise<Response>} */
async function appFile(request) {
  const cache = await caches.open(NAME);
  const address = request.mode === "navigate" ? release.shell : request.url;
  return (await cache.match(address)) ?? fetch(request);
}

/** What carries its digest in the address: from any release, else kept for good. @param {Request} request */
async function immutableFile(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(PINNED)).put(request.url, fresh.clone());
  return fresh;
}

/** @param {Request} request */
function isImmutable({ method, url }) {
  const { origin, pathname } = new URL(url);
  const folders = ["engine/", "python/"].map((folder) => release.shell + folder);
  const ours = method === "GET" && origin === scope.location.origin;
  return ours && folders.some((folder) => pathname.startsWith(folder));
}

/** @param {Request} request */
function isOfApp({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== scope.location.origin) return false;
  return mode === "navigate" ? pathname === release.shell : known.has(url);
}

scope.addEventListener("install", (/** @type {LifecycleEvent} */ event) =>
  event.waitUntil(install()),
);
scope.addEventListener("activate", (/** @type {LifecycleEvent} */ event) =>
  event.waitUntil(activate()),
);
scope.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "take over") scope.skipWaiting();
});
scope.addEventListener("fetch", (/** @type {RequestEvent} */ event) => {
  if (isImmutable(event.request)) event.respondWith(immutableFile(event.request));
  else if (isOfApp(event.request)) event.respondWith(appFile(event.request));
});
