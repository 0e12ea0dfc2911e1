/**
 * Keeps the whole app for cold starts without network. The server writes the release above this
 * source, `RELEASE`. At first only the app's small files are kept, in one archive, so that a tablet
 * comes up soon; what a start without network needs beside them when the page says "keep": the answer
 * is whether that worked. A newer app is kept whole before it is offered.
 */

/**
 * @typedef {{version: string, shell: string, archive: string, own: string[], packed: string[],
 *   fixed: string[]}} Files addresses: pages and documents of the app, the static files that the
 *   archive holds, and what never changes: CPython and the engine
 */
/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LifecycleEvent */
/** @typedef {LifecycleEvent & {request: Request, respondWith: (answer: Promise<Response>) => void}} RequestEvent */

const scope = /** @type {any} */ (self);
/** @type {Files} */
const release = scope.RELEASE;
const PREFIX = "tablet-";
/** Engines that a game is pinned to while the app is older or newer. */
const PINNED = "pinned-engines";
const NAME = PREFIX + release.version;
/** @param {string[]} addresses */
const absolute = (addresses) =>
  new Set(addresses.map((address) => new URL(address, scope.location.href).href));
const known = absolute([...release.own, ...release.packed, ...release.fixed]);
const fixed = absolute(release.fixed);

/** @param {string} address @param {RequestInit} [options] */
async function fetched(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** @param {Cache} cache */
async function unpackArchive(cache) {
  const bytes = new Uint8Array(await (await fetched(release.archive)).arrayBuffer());
  const first = bytes.indexOf(10) + 1;
  /** @type {[string, string, number][]} address, media type, length */
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(0, first)));
  let from = first;
  for (const [address, type, length] of index) {
    const body = bytes.slice(from, from + length);
    await cache.put(address, new Response(body, { headers: { "Content-Type": type } }));
    from += length;
  }
}

/** What carries its digest in the address needs no second download. @param {Cache} cache */
async function keepEngine(cache) {
  const keep = async (/** @type {string} */ address) => {
    if (await cache.match(address)) return;
    await cache.put(address, (await caches.match(address)) ?? (await fetched(address)));
  };
  await Promise.all(release.fixed.map(keep));
}

async function install() {
  const cache = await caches.open(NAME);
  const own = release.own.map(async (address) =>
    cache.put(address, await fetched(address, { cache: "no-cache" })),
  );
  await Promise.all([unpackArchive(cache), ...own]);
  if (scope.registration.active) await keepEngine(cache);
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
  const cache = fixed.has(request.url) ? NAME : PINNED;
  if (fresh.ok) await (await caches.open(cache)).put(request.url, fresh.clone());
  return fresh;
}

/** @param {MessagePort} [asker] */
async function keepAll(asker) {
  const kept = await keepEngine(await caches.open(NAME)).then(
    () => true,
    () => false,
  );
  asker?.postMessage(kept);
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
  if (event.data === "keep") /** @type {any} */ (event).waitUntil(keepAll(event.ports[0]));
});
scope.addEventListener("fetch", (/** @type {RequestEvent} */ event) => {
  if (isImmutable(event.request)) event.respondWith(immutableFile(event.request));
  else if (isOfApp(event.request)) event.respondWith(appFile(event.request));
});
