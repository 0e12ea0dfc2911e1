// Hears from the server when a page of the staff has something to ask for. What came is not told, only
// that something did: the page asks for its part as ever. A page nobody looks at lets go of its stream:
// a browser has six connections to a server over HTTP/1.1, for all its tabs.

// The server beats every two seconds: where nothing comes, the stream is dead.
const SILENT_AFTER_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * What it tells. `changed`: something did, ask soon; `moved`: tables went on, ask in your own time;
 * `ended`: there is no stream any more, ask and go on asking.
 * @typedef {{ changed: () => void, moved: () => void, ended: () => void }} Told
 */

export class StaffStream {
  /** @param {string} address @param {Told} told */
  constructor(address, told) {
    this.address = address;
    this.told = told;
    /** How often to ask while it lives, in milliseconds; null while there is none. */
    /** @type {number | null} */
    this.pollMs = null;
    /** When the server was heard last, in milliseconds since 1970. */
    this.heardAt = 0;
    /** @type {EventSource | null} */
    this.source = null;
    this.failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  open() {
    this.close();
    const source = new EventSource(this.address);
    this.source = source;
    for (const event of ["ready", "changed", "moved", "beat"]) {
      source.addEventListener(event, ({ data }) => this.hear(event, data));
    }
    source.addEventListener("error", () => this.fail());
    this.expect();
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.pollMs = null;
  }

  /** @param {string} event @param {string} data */
  hear(event, data) {
    this.heardAt = Date.now();
    this.expect();
    if (event === "ready") {
      this.failures = 0;
      this.pollMs = JSON.parse(data).poll_ms;
      this.told.changed();
    } else if (event === "changed") this.told.changed();
    else if (event === "moved") this.told.moved();
  }

  expect() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(), SILENT_AFTER_MS);
  }

  fail() {
    const lived = this.pollMs !== null;
    this.close();
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.failures, MAX_RETRY_MS);
    this.failures += 1;
    this.timer = setTimeout(() => this.open(), wait * (0.5 + Math.random()));
    if (lived) this.told.ended();
  }
}
