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
  const compiled = `${pack}?compiled=${encodeURIComponent(python)}`;
  const kept = await caches.match(compiled);
  const source = kept ? kept.arrayBuffer() : bytes(pack);
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const interpreter = await loadPyodide({ indexURL: python });
  interpreter.unpackArchive(await source, "zip", { extractDir: "/engine" });
  interpreter.runPython("import sys; sys.dont_write_bytecode = False; sys.path.insert(0, '/engine')");
  const module = interpreter.pyimport("referee.tablet.bridge");
  bridge = module.Bridge().answer;
  self.postMessage({ ready: true, digest });
  if (!kept) await keepCompiled(interpreter, compiled);
}

/**
 * Later starts skip the compiler: the bytecode this start made is kept beside the sources, marked
 * as valid whatever the dates of the unpacked files are (PEP 552).
 * @param {any} interpreter @param {string} address
 */
async function keepCompiled(interpreter, address) {
  interpreter.runPython(`
import pathlib, shutil
for path in pathlib.Path("/engine").rglob("*.pyc"):
    code = path.read_bytes()
    path.write_bytes(code[:4] + b"\\1" + bytes(11) + code[16:])
shutil.make_archive("/compiled", "zip", "/engine")
`);
  const archive = new Response(interpreter.FS.readFile("/compiled.zip"));
  await (await caches.open("pinned-engines")).put(address, archive);
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
