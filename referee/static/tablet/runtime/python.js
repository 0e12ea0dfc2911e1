/**
 * The engine's source in a CPython for browsers. The tablet's worker starts it like this, and so
 * does the server's Node that makes the snapshot of a started one.
 */

/**
 * Unpack the engine and open a bridge, Python's global `bridge`; `idle` are taps that nobody makes.
 * @param {any} interpreter @param {ArrayBuffer} pack
 */
export function openBridge(interpreter, pack) {
  interpreter.unpackArchive(pack, "zip", { extractDir: "/engine" });
  interpreter.runPython(`
import sys
sys.path.insert(0, "/engine")
from referee.tablet.bridge import Bridge, taps
bridge, idle = Bridge(), taps()
`);
}

/** @param {any} interpreter @returns {(method: string, question: string) => string} */
export function answersOf(interpreter) {
  return interpreter.globals.get("bridge").answer;
}

/**
 * Let the browser compile, before the first real tap, what taps run: one at a time, so that no
 * question waits for more than one.
 * @param {any} interpreter
 */
export function warmUp(interpreter) {
  const idle = interpreter.globals.get("idle");
  const next = () => {
    if (idle.next().done) idle.destroy();
    else setTimeout(next);
  };
  next();
}
