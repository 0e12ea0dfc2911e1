/**
 * A worker without a table: CPython runs in it, or is on its way. One that a table has left serves
 * the next, and at a start the one that was needed last is begun before the screens' own scripts are
 * there. It holds tens of megabytes, so it ends where the next table needs another engine.
 *
 * @import { Release } from "./types.js"
 */

/** @typedef {{worker: Worker, release: string, said: object | null}} Spare
 *   `release`: as JSON, what it was begun with; `said`: the last that was heard of it */
/** @typedef {{worker: string, release: string}} Addresses */

/** What the release that was needed last is kept under, for the next start. */
const LAST = "engine";

/** @type {Spare | null} */
let spare = null;

/** Whether a table has asked for a worker already. */
let begun = false;

/** @param {Addresses} addresses @param {Release | null} release null for the server's of today */
export function beginWorker(addresses, release) {
  const worker = new Worker(addresses.worker, { type: "module" });
  worker.postMessage({ release, address: addresses.release });
  return worker;
}

/** At a start with all of the app here already: what the table will need, if one was open. @param {Addresses} addresses */
export function beginEarly(addresses) {
  const release = localStorage.getItem(LAST);
  if (release === null) return;
  keepSpare({ worker: beginWorker(addresses, JSON.parse(release)), release, said: null });
}

/** At a first start for a table: what the server has now, which a table that is paired now needs. @param {Addresses} addresses */
export async function beginNewest(addresses) {
  const answer = await fetch(addresses.release).catch(() => null);
  if (!answer?.ok) return;
  const release = await answer.json();
  if (begun) return;
  keepSpare({
    worker: beginWorker(addresses, release),
    release: JSON.stringify(release),
    said: null,
  });
}

/** @param {Spare} left */
export function keepSpare(left) {
  spare?.worker.terminate();
  spare = left;
  left.worker.onmessage = ({ data }) => {
    left.said = data;
  };
  left.worker.onerror = ({ message }) => {
    left.said = { failure: message || "worker" };
  };
}

/** The one there is, if it runs this release; it has no other owner then. @param {Release | null} release @returns {Spare | null} */
export function takeSpare(release) {
  const found = spare;
  spare = null;
  begun = true;
  if (found && (release === null || JSON.stringify(release) === found.release)) return found;
  found?.worker.terminate();
  return null;
}

/** A table is open that needs this release: the next start begins it early. @param {Release | null} release */
export function rememberRelease(release) {
  try {
    localStorage.setItem(LAST, JSON.stringify(release));
  } catch {
    // No room for it: the next start is a moment slower.
  }
}

/** No table is open: a start needs no engine. */
export function forgetRelease() {
  localStorage.removeItem(LAST);
}
