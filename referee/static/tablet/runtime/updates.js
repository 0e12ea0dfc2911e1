/**
 * The service worker: it keeps the app for cold starts without network, and newer apps wait in it
 * until the person wants them.
 */

export class Updates {
  /** @param {string} address @param {() => void} changed */
  constructor(address, changed) {
    /** @type {"none" | "ready"} */ this.state = "none";
    /** @private */ this.changed = changed;
    /** @private @type {ServiceWorkerRegistration | null} */ this.registration = null;
    /** @private */ this.address = address;
    /** @private */ this.started = false;
    /** @private @type {(kept: true) => void} */ this.tellKept = () => undefined;
    /** Once a start without network needs nothing more. @type {Promise<true>} */
    this.kept = new Promise((resolve) => {
      this.tellKept = resolve;
    });
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
    navigator.serviceWorker?.ready.then(({ active }) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => this.tellKept(true);
      active?.postMessage("keep", [port2]);
    });
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
