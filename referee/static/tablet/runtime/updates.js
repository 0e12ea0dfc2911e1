/**
 * The service worker: it keeps the app for cold starts without network, and newer apps wait in it
 * until the person wants them.
 */

/** After a try that failed: the network may be back without a word of it. */
const RETRY_MS = 30_000;
/** For so long an answer is waited for: a slow network brings the engine in some minutes. */
const PATIENCE_MS = 300_000;

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));

/** @param {ServiceWorker} worker @returns {Promise<boolean>} whether it keeps all of the app now */
function answerOf(worker) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage("keep", [port2]);
  return answer;
}

export class Updates {
  /** @param {string} address @param {() => void} changed */
  constructor(address, changed) {
    /** @type {"none" | "ready"} */ this.state = "none";
    /** @private */ this.changed = changed;
    /** @private @type {ServiceWorkerRegistration | null} */ this.registration = null;
    /** @private */ this.address = address;
    /** @private */ this.started = false;
    /** Whether a start without network needs nothing more. */
    this.kept = false;
  }

  /** Keep all of the app. Called once the engine runs: what it does not need must not delay that. */
  start() {
    if (this.started) return;
    this.started = true;
    // Absent outside a secure context: the set-up page then says what to do.
    if (navigator.serviceWorker) void this.keepUntilDone();
  }

  /** @private Try again and again: a network that fails now may be back without a word of it. */
  async keepUntilDone() {
    while (!this.kept) {
      this.kept = await this.keep().catch(() => false);
      if (!this.kept) await pause(RETRY_MS);
    }
    this.changed();
  }

  /** @private @returns {Promise<boolean>} whether all of the app is kept */
  async keep() {
    const container = navigator.serviceWorker;
    const registration = await container
      .register(this.address, { updateViaCache: "none" })
      .catch(() => container.getRegistration(this.address));
    if (!registration) return false;
    this.watch(registration);
    // A worker that cannot be installed is never ready; to register it again starts nothing twice.
    const ready = await Promise.race([container.ready, pause(RETRY_MS)]);
    if (!ready?.active) return false;
    // One that the browser ends never answers.
    return Promise.race([answerOf(ready.active), pause(PATIENCE_MS).then(() => false)]);
  }

  /** @private @param {ServiceWorkerRegistration} registration */
  watch(registration) {
    if (this.registration === registration) return;
    this.registration = registration;
    const showIfWaiting = () => {
      if (!registration.waiting || !navigator.serviceWorker.controller) return;
      this.state = "ready";
      this.changed();
    };
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", showIfWaiting);
    });
    showIfWaiting();
  }

  /** Start the newer app. Everything recorded is on the disk, so a reload loses nothing. */
  async apply() {
    const waiting = this.registration?.waiting;
    if (!waiting) return;
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take over");
  }
}
