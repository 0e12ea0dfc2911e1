/**
 * The worker: CPython compiled to WebAssembly, the engine's source, and the bridge. It answers
 * questions one at a time; it never touches the network after the start.
 *
 * @import { Release } from "./types.js"
 */

/** @type {((method: string, question: string) => string) | null} */
let bridge = null;

/** @param {string} address @returns {Promise<ArrayBuffer>} */
async function bytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/** @param {Release} release */
async function start({ python, pack, digest }) {
  if (python === null) throw new Error("the server has no CPython for browsers");
  const source = bytes(pack);
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const interpreter = await loadPyodide({ indexURL: python });
  interpreter.unpackArchive(await source, "zip", { extractDir: "/engine" });
  interpreter.runPython("import sys; sys.path.insert(0, '/engine')");
  const module = interpreter.pyimport("referee.tablet.bridge");
  bridge = module.Bridge().answer;
  self.postMessage({ ready: true, digest });
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
