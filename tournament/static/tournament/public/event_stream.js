// Follows the public state of an event: the whole of it first, then each change as it is published.
// The stream (server-sent events) brings numbered versions; one that does not follow upon the version
// that is here, or a beat of a newer one, has the whole fetched again. Where streams are blocked or
// the server has none to give, the whole is asked for every few seconds instead, and costs nothing
// while it is unchanged (ETag). A page nobody looks at lets go of its stream.

import { merged } from "./merge_patch.js";

/** @typedef {import("./merge_patch.js").JsonObject} JsonObject */

/**
 * What a page is told. `onState`: the whole state, which version it is, and the patch that made it of
 * the state told before (null: all of it may be different). `onBeat`: publishing is alive, or is
 * again. `onStale`: it has given no sign of life for ten seconds; told once, until the next beat.
 * @typedef {object} Following
 * @property {string} slug the event's name in its pages' address
 * @property {(state: JsonObject, version: number, patch: JsonObject | null) => void} onState
 * @property {(at: string | null) => void} [onBeat] its time, null where only polling says so
 * @property {() => void} [onStale]
 */

const STALE_AFTER_MS = 10_000;
const POLL_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 8_000;
// A stream over which nothing comes is none: the server beats every 2.5 seconds, and a new one's
// next beat may be 4.5 seconds away. A machine that is gone closes no stream.
const SILENT_AFTER_MS = 6_000;
const TRIES_UNTIL_POLLING = 2;
// Where the server answers but has no stream for us, one is tried now and then.
const TRIES_UNTIL_BLOCKED = 4;
const TRY_AGAIN_MS = 60_000;
const FETCH_AGAIN_MS = 500;
const HIDDEN_AFTER_MS = 10_000;
const REQUEST_TIMEOUT_MS = 10_000;

/** @param {number} ms */
const jittered = (ms) => ms * (0.5 + Math.random());

class Follower {
  /** @param {Following} following */
  constructor(following) {
    this.following = following;
    const slug = encodeURIComponent(following.slug);
    this.snapshotAddress = `/api/v1/public/events/${slug}/snapshot`;
    this.streamAddress = `/e/${slug}/live`;
    /** @type {JsonObject | null} */
    this.state = null;
    this.version = 0;
    this.etag = "";
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {Promise<void> | null} */
    this.fetching = null;
    /** The newest version that was heard of. */
    this.announced = 0;
    /** Streams that failed, one after the other, without a message; and whether meanwhile the
     * server answered, so that it is streams that are blocked. */
    this.failed = 0;
    this.answered = false;
    this.stale = false;
    this.stopped = false;
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.timers = new Map();
  }

  start() {
    document.addEventListener("visibilitychange", this.onVisibility);
    this.alive(0);
    void this.resume();
  }

  stop() {
    this.stopped = true;
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.closeStream();
    for (const timer of this.timers.values()) {
      clearTimeout(timer);
    }
  }

  /**
   * Do something later, once: what was to be done by this name before is not.
   * @param {string} name
   * @param {number} ms
   * @param {() => void} what
   */
  later(name, ms, what) {
    clearTimeout(this.timers.get(name));
    if (!this.stopped) {
      this.timers.set(name, setTimeout(what, ms));
    }
  }

  onVisibility = () => {
    if (document.hidden) {
      this.later("hidden", HIDDEN_AFTER_MS, () => this.pause());
    } else {
      clearTimeout(this.timers.get("hidden"));
      if (!this.source) {
        this.failed = 0;
        void this.fetchWhole().then(() => this.resume());
      }
    }
  };

  pause() {
    this.closeStream();
    clearTimeout(this.timers.get("retry"));
    clearTimeout(this.timers.get("poll"));
  }

  /** Have the whole first, then the stream from there on. */
  async resume() {
    if (!this.state) {
      await this.fetchWhole();
    }
    if (!this.stopped && !document.hidden) {
      this.openStream();
    }
  }

  openStream() {
    this.closeStream();
    const since = this.version ? `?since=${this.version}` : "";
    const source = new EventSource(this.streamAddress + since);
    this.source = source;
    source.addEventListener("version", (event) => this.onVersion(JSON.parse(event.data)));
    source.addEventListener("beat", (event) => this.onBeat(JSON.parse(event.data)));
    source.addEventListener("error", () => this.onFailure());
    this.expectMessage();
  }

  closeStream() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timers.get("silent"));
  }

  expectMessage() {
    this.later("silent", SILENT_AFTER_MS, () => this.onFailure());
  }

  /** Something came over the stream: there is no need to poll. */
  onMessage() {
    this.failed = 0;
    if (!this.stale) {
      clearTimeout(this.timers.get("poll"));
    }
    this.expectMessage();
  }

  onFailure() {
    this.closeStream();
    this.failed += 1;
    if (this.failed === 1) {
      this.answered = false;
    } else if (this.failed === TRIES_UNTIL_POLLING) {
      this.poll();
    }
    const blocked = this.answered && this.failed > TRIES_UNTIL_BLOCKED;
    const soon = Math.min(FIRST_RETRY_MS * 2 ** (this.failed - 1), MAX_RETRY_MS);
    this.later("retry", jittered(blocked ? TRY_AGAIN_MS : soon), () => void this.resume());
  }

  /** Ask every few seconds, as long as no stream brings anything or publishing seems dead. */
  poll() {
    this.later("poll", jittered(POLL_MS), () => {
      if (!document.hidden) {
        void this.fetchWhole().then(() => (this.failed || this.stale) && this.poll());
      }
    });
  }

  /** @param {{ version: number, patch?: JsonObject, snapshot?: JsonObject }} message */
  onVersion({ version, patch, snapshot }) {
    this.onMessage();
    if (snapshot) {
      this.announced = version;
      this.tell(version, snapshot, null);
    } else if (patch && this.state && version === this.version + 1) {
      this.tell(version, /** @type {JsonObject} */ (merged(this.state, patch)), patch);
    } else {
      this.announce(version);
    }
  }

  /**
   * There is this version: unless it is here, the whole is fetched.
   * @param {number} version
   */
  announce(version) {
    this.announced = version;
    if (this.announced > this.version) {
      void this.fetchWhole();
    }
  }

  /** @param {{ at: string | null, age: number | null, version: number }} beat */
  onBeat({ at, age, version }) {
    this.onMessage();
    this.announce(version);
    if (age !== null && age * 1000 < STALE_AFTER_MS) {
      this.alive(age * 1000, at);
    }
  }

  /**
   * Publishing was alive so many milliseconds ago.
   * @param {number} age
   * @param {string | null} [at]
   */
  alive(age, at) {
    this.later("stale", STALE_AFTER_MS - age, () => {
      this.stale = true;
      this.following.onStale?.();
      this.poll();
    });
    if (at !== undefined) {
      this.stale = false;
      this.following.onBeat?.(at);
    }
  }

  /** Have the whole state as it is now; one request at a time. */
  fetchWhole() {
    this.fetching ??= this.request()
      // Without an answer nothing is known: it is asked again, by the stream's end or by polling.
      .catch(() => {})
      .finally(() => {
        this.fetching = null;
        if (this.source && this.version < this.announced) {
          // The answer was on its way already, or was kept for a moment.
          this.later("again", FETCH_AGAIN_MS, () => void this.fetchWhole());
        }
      });
    return this.fetching;
  }

  async request() {
    const response = await fetch(this.snapshotAddress, {
      // The browser's own cache would answer by heart what it has been told already.
      cache: "no-store",
      credentials: "omit",
      headers: this.etag ? { "If-None-Match": this.etag } : {},
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    this.answered = true;
    if (response.status === 200) {
      const { version, snapshot } = await response.json();
      // Meanwhile the stream may have brought what is newer.
      if (!this.source || version > this.version) {
        this.etag = response.headers.get("ETag") ?? "";
        this.tell(version, snapshot, null);
      }
    }
    // Who answers this publishes itself where nobody else does.
    if (response.ok || response.status === 304) {
      this.alive(0, null);
    }
  }

  /**
   * @param {number} version
   * @param {JsonObject} state
   * @param {JsonObject | null} patch
   */
  tell(version, state, patch) {
    if (this.stopped || (this.state && version === this.version)) {
      return;
    }
    this.version = version;
    this.state = state;
    this.following.onState(state, version, patch);
  }
}

/**
 * Follow an event until told to stop.
 * @param {Following} following
 * @returns {{ stop: () => void }}
 */
export function followEvent(following) {
  const follower = new Follower(following);
  follower.start();
  return { stop: () => follower.stop() };
}
