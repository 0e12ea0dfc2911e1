/**
 * The service worker: it keeps the app for cold starts without network, and newer apps wait in it
 * until the person wants them.
 */

/** After a try that failed: the network may be back without a word of it. */
const RETRY_MS = 30_000;

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
    navigator.serviceWorker?.register(this.address, { updateViaCache: "none" }).then(
      (registration) => this.watch(registration),
      () => undefined,
    );
    navigator.serviceWorker?.ready.then(({ active }) => active && this.keep(active));
  }

  /** @private @param {ServiceWorker} worker */
  keep(worker) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: kept }) => {
      this.kept = kept;
      if (kept) this.changed();
      else setTimeout(() => this.keep(worker), RETRY_MS);
    };
    worker.postMessage("keep", [port2]);
  }

  /** @private @param {ServiceWorkerRegistration} registration */
  watch(registration) {
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
