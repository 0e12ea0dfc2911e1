/**
 * Makes the memory snapshot of a started engine: node snapshot.mjs PYODIDE PACK SNAPSHOT
 */
import crypto from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { openBridge } from "../static/tablet/runtime/python.js";

const [folder, pack, target] = process.argv.slice(2);
makeRepeatable();
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
// Without docstrings, which nobody reads on a tablet.
const args = ["-OO"];
const env = { HOME: "/home/pyodide", LANG: "en_US.UTF-8", PYTHONHASHSEED: "0", _: "tablet" };
const interpreter = await loadPyodide({ indexURL: folder, _makeSnapshot: true, args, env });
openBridge(interpreter, new Uint8Array(await readFile(pack)).buffer);
interpreter.runPython(`
import gc
from referee.tablet.bridge import read_everything
read_everything()
gc.collect()
gc.freeze()
`);
clearFreeMemory(interpreter._module);
forgetTrampoline(interpreter._module);
await writeFile(target, interpreter.makeMemorySnapshot());

/**
 * The same sources make the same snapshot on every machine: without the time, the chance, the place
 * and the language of this start. All tablets have one memory to begin with in any case.
 */
function makeRepeatable() {
  process.argv[1] = "tablet";
  process.env.TZ = "UTC";
  Date.now = () => 0;
  performance.now = () => 0;
  crypto.randomFillSync = (bytes) => bytes.fill(0);
}

/**
 * What was freed is still written there, and would be compressed and sent to every tablet. All that
 * can be had without growing the memory is taken, cleared and given back.
 */
function clearFreeMemory(module) {
  const [top, limit, taken] = [module._sbrk(0), module.HEAPU8.length, []];
  for (let size = 1 << 18; size >= 64; size >>= 1) {
    let block = module._malloc(size);
    while (block && block < top && module.HEAPU8.length === limit) {
      module.HEAPU8.fill(0, block, block + size);
      taken.push(block);
      block = module._malloc(size);
    }
    if (block) module._free(block);
  }
  for (const block of taken) module._free(block);
}

/**
 * CPython calls C functions through a WebAssembly helper where the browser can, else (a null
 * pointer, as on iPadOS) through JavaScript. The snapshot must run on both.
 */
function forgetTrampoline({ HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset }) {
  HEAP32[(__PyRuntime + HEAP32[offset / 4]) / 4] = 0;
}
