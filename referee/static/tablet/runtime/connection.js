/**
 * How the server has answered lately: whether it is in reach, since when it is silent, and how long
 * to wait before the next request. Nothing here sends one.
 */

const FIRST_RETRY_MS = 500;
const MAX_RETRY_DELAY_MS = 5_000;
const MAX_COUNTED_FAILURES = 10;
/** A server that has not answered for this long is shown as silent. */
const SILENT_AFTER_MS = 5_000;

export class Connection {
  constructor() {
    /** Whether the last request was answered. */
    this.reachable = false;
    /** Connections broken off since the last answer. */
    this.resets = 0;
    /** The server asked not to be asked before, by `performance.now()`: a clock that is set back
     * would make it wait as long. */
    this.notBefore = 0;
    /** @private @type {number | null} */ this.unansweredSince = null;
    /** @private Requests without an answer since the last one, as far as they are counted. */
    this.failures = 0;
  }

  /** Whether the last exchange got no answer; nothing is lost before anything was sent. */
  get lost() {
    return this.failures > 0;
  }

  get silent() {
    return (
      this.unansweredSince !== null && performance.now() - this.unansweredSince >= SILENT_AFTER_MS
    );
  }

  /** A request goes out. */
  requested() {
    this.unansweredSince ??= performance.now();
  }

  /** The server has answered, be it with a problem. */
  answered() {
    this.unansweredSince = null;
    this.resets = 0;
    this.failures = 0;
    this.reachable = true;
  }

  /**
   * There was no answer, or one that only means "later".
   * @param {number} after seconds the server asks for @param {boolean} reset
   * @returns {number} milliseconds until the next request: longer each time, and never quite the
   *   same, so that the tablets of a hall do not come all at once
   */
  failed(after, reset) {
    this.reachable = false;
    if (reset) this.resets += 1;
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.failures, MAX_RETRY_DELAY_MS);
    this.failures = Math.min(this.failures + 1, MAX_COUNTED_FAILURES);
    if (after > 0) this.notBefore = performance.now() + 1000 * after;
    return delay * (0.75 + Math.random() / 2);
  }
}
