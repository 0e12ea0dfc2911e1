/**
 * The worker: CPython compiled to WebAssembly, the engine's source, and the bridge. It answers
 * questions one at a time; it never touches the network after the start.
 *
 * @import { Release } from "./types.js"
 */

import { answersOf, openBridge, warmUp } from "./python.js";

/** In the place of the standard library: what the engine needs of it is in the memory it starts from. */
const NO_LIBRARY = new URL("../no-library.zip", import.meta.url).href;

/** Engines that a game is pinned to while the app is older or newer. */
const PINNED = "pinned-engines";

/** @type {((method: string, question: string) => string) | null} */
let bridge = null;

/** @param {string} address @returns {Promise<ArrayBuffer>} */
async function fetchBytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/**
 * The memory of a started engine, whole. A fetch that compares the digest itself takes half a second
 * longer.
 * @param {NonNullable<Release["snapshot"]>} snapshot
 */
async function fetchMemory({ address, integrity }) {
  const memory = await fetchBytes(address);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", memory));
  if (integrity !== `sha256-${btoa(String.fromCharCode(...digest))}`)
    throw new Error(`${address}: damaged`);
  return memory;
}

/** @param {Release} release */
async function start(release) {
  const { python, digest } = release;
  if (python === null) throw new Error("the server has no CPython for browsers");
  const interpreter = await startInterpreter(python, release);
  bridge = answersOf(interpreter);
  self.postMessage({ ready: true, digest });
  await forgetOtherEngines(release);
  warmUp(interpreter);
  await addLibrary(interpreter, python);
}

/**
 * CPython with the engine opened: from the memory of one that was, or from the source.
 * @param {string} python @param {Release} release @returns {Promise<any>}
 */
async function startInterpreter(python, { pack, snapshot }) {
  const memory = snapshot && fetchMemory(snapshot);
  memory?.catch(() => undefined);
  // Asked for now, and not only once what asks for it is here.
  import(`${python}pyodide.asm.mjs`).catch(() => undefined);
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  try {
    if (memory) return await startFromMemory(loadPyodide, python, memory);
  } catch (error) {
    console.warn(`The engine starts from its source: ${error}`);
  }
  const source = fetchBytes(pack);
  const interpreter = await loadPyodide({ indexURL: python });
  openBridge(interpreter, await source);
  return interpreter;
}

/**
 * @param {(options: object) => Promise<any>} loadPyodide @param {string} python
 * @param {Promise<ArrayBuffer>} memory
 */
async function startFromMemory(loadPyodide, python, memory) {
  const interpreter = await loadPyodide({
    indexURL: python,
    stdLibURL: NO_LIBRARY,
    _loadSnapshot: memory,
  });
  // It would hold on to a second copy of all its memory.
  delete interpreter._api.config._loadSnapshot;
  return interpreter;
}

/**
 * The standard library, for what nobody foresaw: megabytes that no start waits for.
 * @param {any} interpreter @param {string} python
 */
async function addLibrary(interpreter, python) {
  const library = interpreter.FS.readdir("/lib").find((/** @type {string} */ name) =>
    name.endsWith(".zip"),
  );
  const content = new Uint8Array(await fetchBytes(`${python}python_stdlib.zip`));
  interpreter.FS.writeFile(`/lib/${library}`, content);
  interpreter.runPython("import sys; sys.path_importer_cache.clear()");
}

/** Engines that are not this game's are never asked for again. @param {Release} release */
async function forgetOtherEngines({ python, pack, snapshot }) {
  const own = [python, pack, snapshot?.address].flatMap((address) => address || []);
  const cache = await caches.open(PINNED);
  for (const kept of await cache.keys()) {
    const { pathname } = new URL(kept.url);
    if (!own.some((address) => pathname.startsWith(address))) await cache.delete(kept);
  }
}

/** @param {{release: Release | null, address: string}} order */
async function begin({ release, address }) {
  try {
    await start(release ?? (await (await fetch(address)).json()));
  } catch (error) {
    self.postMessage({ failure: String(error) });
  }
}

self.onmessage = ({ data }) => {
  if (data.id === undefined) {
    begin(data);
    return;
  }
  try {
    if (!bridge) throw new Error("not started");
    self.postMessage({ id: data.id, value: bridge(data.method, data.question) });
  } catch (error) {
    self.postMessage({ id: data.id, failure: String(error) });
  }
};
