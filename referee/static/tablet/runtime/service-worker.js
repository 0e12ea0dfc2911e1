/**
 * Keeps the whole app for cold starts without network. The server writes the release above this
 * source: `RELEASE = {version, shell, files: [[address, immutable], …]}`.
 */

/** @typedef {{version: string, shell: string, files: [string, boolean][]}} Files */
/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LifeEvent */
/** @typedef {LifeEvent & {request: Request, respondWith: (answer: Promise<Response>) => void}} AskEvent */

const scope = /** @type {any} */ (self);
/** @type {Files} */
const release = scope.RELEASE;
const PREFIX = "tablet-";
/** Engines that a game is pinned to while the app is older or newer. */
const PINNED = "pinned-engines";
const NAME = PREFIX + release.version;
const known = new Set(release.files.map(([address]) => new URL(address, scope.location.href).href));

/** @param {Cache} cache @param {string} address @param {boolean} immutable */
async function keep(cache, address, immutable) {
  // What carries its digest in the address needs no second download with a newer app.
  const old = immutable ? await caches.match(address) : undefined;
  const answer = old ?? (await fetch(address, { cache: immutable ? "default" : "no-cache" }));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await cache.put(address, answer);
}

async function install() {
  const cache = await caches.open(NAME);
  await Promise.all(release.files.map(([address, immutable]) => keep(cache, address, immutable)));
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const cache = await caches.open(NAME);
  const address = request.mode === "navigate" ? release.shell : request.url;
  return (await cache.match(address)) ?? fetch(request);
}

/** What carries its digest in the address: from any release, else kept for good. @param {Request} request */
async function fixed(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(PINNED)).put(request.url, fresh.clone());
  return fresh;
}

/** @param {Request} request */
function isFixed({ method, url }) {
  const { origin, pathname } = new URL(url);
  const folders = ["engine/", "python/"].map((folder) => release.shell + folder);
  const ours = method === "GET" && origin === scope.location.origin;
  return ours && folders.some((folder) => pathname.startsWith(folder));
}

/** @param {Request} request */
function ours({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== scope.location.origin) return false;
  return mode === "navigate" ? pathname === release.shell : known.has(url);
}

scope.addEventListener("install", (/** @type {LifeEvent} */ event) => event.waitUntil(install()));
scope.addEventListener("activate", (/** @type {LifeEvent} */ event) => event.waitUntil(activate()));
scope.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "take over") scope.skipWaiting();
});
scope.addEventListener("fetch", (/** @type {AskEvent} */ event) => {
  if (isFixed(event.request)) event.respondWith(fixed(event.request));
  else if (ours(event.request)) event.respondWith(answer(event.request));
});
