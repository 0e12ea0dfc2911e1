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
const packed = absolute(release.packed);
const known = absolute([...release.own, ...release.packed, ...release.fixed]);
const fixed = absolute(release.fixed);

/** @param {string} address @param {RequestInit} [options] */
async function fetched(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** @typedef {{body: Uint8Array<ArrayBuffer>, type: string}} Packed */

/** The archive's files by their addresses, while this worker runs. @type {Promise<Map<string, Packed>> | null} */
let unpacked = null;

/** @param {Response} archive */
async function unpack(archive) {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const first = bytes.indexOf(10) + 1;
  /** @type {[string, string, number][]} address, media type, length */
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(0, first)));
  /** @type {Map<string, Packed>} */
  const files = new Map();
  let from = first;
  for (const [address, type, length] of index) {
    const { href } = new URL(address, scope.location.href);
    files.set(href, { type, body: bytes.subarray(from, from + length) });
    from += length;
  }
  return files;
}

/** The archive is kept as it came: one entry is written and read sooner than one for each file. @param {Cache} cache */
async function keepArchive(cache) {
  const archive = await fetched(release.archive);
  unpacked = unpack(archive.clone());
  await Promise.all([unpacked, cache.put(release.archive, archive)]);
}

/** @param {string} address @returns {Promise<Response | undefined>} a file of the archive that is kept */
async function packedFile(address) {
  unpacked ??= caches
    .match(release.archive, { cacheName: NAME })
    .then((archive) => (archive ? unpack(archive) : Promise.reject(new Error("not kept"))));
  try {
    const file = (await unpacked).get(address);
    return file && new Response(file.body, { headers: { "Content-Type": file.type } });
  } catch {
    unpacked = null;
    return undefined;
  }
}

/** What carries its digest in the address needs no second download. @param {Cache} cache */
async function keepEngine(cache) {
  const keep = async (/** @type {string} */ address) => {
    await arriving.get(new URL(address, scope.location.href).href);
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
  await Promise.all([keepArchive(cache), ...own]);
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
  const file = packed.has(request.url) ? await packedFile(request.url) : undefined;
  if (file) return file;
  const cache = await caches.open(NAME);
  const address = request.mode === "navigate" ? release.shell : request.url;
  return (await cache.match(address)) ?? fetch(request);
}

/** What is being kept while the page has it already, by its address. @type {Map<string, Promise<void>>} */
const arriving = new Map();

/**
 * What carries its digest in the address: from any release, else kept for good. Nobody waits until it
 * is kept.
 * @param {RequestEvent} event
 */
async function immutableFile(event) {
  const { url } = event.request;
  const kept = await caches.match(url);
  if (kept) return kept;
  const fresh = await fetch(event.request);
  if (fresh.ok) {
    const copy = fresh.clone();
    const put = caches.open(fixed.has(url) ? NAME : PINNED).then((cache) => cache.put(url, copy));
    // What could not be kept now is fetched once more, when all of the app is.
    const done = put.catch(() => undefined).finally(() => arriving.delete(url));
    arriving.set(url, done);
    event.waitUntil(done);
  }
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
  if (isImmutable(event.request)) event.respondWith(immutableFile(event));
  else if (isOfApp(event.request)) event.respondWith(appFile(event.request));
});
