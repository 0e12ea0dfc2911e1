/**
 * Makes the memory snapshot of a started engine: node snapshot.mjs PYODIDE PACK SNAPSHOT
 */
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { openBridge } from "../static/tablet/runtime/python.js";

const [folder, pack, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const interpreter = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
openBridge(interpreter, new Uint8Array(await readFile(pack)).buffer);
interpreter.runPython(`
import gc
from referee.tablet.bridge import read_everything
read_everything()
gc.collect()
gc.freeze()
`);
forgetTrampoline(interpreter._module);
await writeFile(target, interpreter.makeMemorySnapshot());

/**
 * CPython calls C functions through a WebAssembly helper where the browser can, else (a null
 * pointer, as on iPadOS) through JavaScript. The snapshot must run on both.
 */
function forgetTrampoline({ HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset }) {
  HEAP32[(__PyRuntime + HEAP32[offset / 4]) / 4] = 0;
}
