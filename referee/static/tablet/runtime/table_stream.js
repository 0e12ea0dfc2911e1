/**
 * Hears from the server when there is something to ask for: a stream of server-sent events, read by
 * `fetch`, since it has the tablet's token in a header. While it lives, a heartbeat is due once in
 * ten seconds only. Where no stream can be had, or it is broken off, all goes on without it.
 *
 * @import { Api } from "./api.js"
 * @import { GameRecord } from "./types.js"
 */
import { Sleep } from "./sleep.js";

/** A stream over which nothing comes is none: the server beats every two seconds. */
const SILENT_AFTER_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;
/** The server answers, but has no stream for us: it is tried now and then. */
const RETRY_WHEN_REFUSED_MS = 30_000;
/** While there is nothing to listen with: no token, or none that is good. */
const IDLE_MS = 5_000;
/** What the hall is told of, its tablets ask for within this time, not all at once. */
const SPREAD_MS = 250;

/** @typedef {{ready: () => void, changed: () => void, moved: (seq: number) => void,
 *   beat: () => void, ended: () => void}} Told `ready`: it has begun; `changed`: something did, ask
 *   at once; `moved`: the log has rows up to this number; `beat`: the server lives; `ended`: it is
 *   over */

export class TableStream {
  /** @param {Api} api @param {() => GameRecord} record @param {Told} told */
  constructor(api, record, told) {
    /** @private */ this.api = api;
    /** @private */ this.record = record;
    /** @private */ this.told = told;
    /** How often to ask while it lives, in milliseconds; null while there is no stream. */
    /** @type {number | null} */ this.pollMs = null;
    /** @private */ this.stopped = false;
    /** @private */ this.failures = 0;
    /** @private @type {AbortController | null} */ this.abort = null;
    /** @private */ this.sleep = new Sleep();
  }

  async run() {
    while (!this.stopped) {
      const pause = await this.listen();
      if (this.pollMs !== null) {
        this.pollMs = null;
        this.told.ended();
      }
      if (!this.stopped) await this.sleep.start(pause);
    }
  }

  /** Begin anew: the network or the page is back, or gone. */
  restart() {
    this.failures = 0;
    this.abort?.abort();
    this.sleep.end();
  }

  stop() {
    this.stopped = true;
    this.restart();
  }

  /** One stream, to its end. @private @returns {Promise<number>} milliseconds until the next */
  async listen() {
    const { token, game, revoked } = this.record();
    if (!token || revoked) return IDLE_MS;
    this.abort = new AbortController();
    try {
      const answer = await this.api.listen(`games/${game}/live`, token, this.abort);
      if (answer === null) return RETRY_WHEN_REFUSED_MS * (0.5 + Math.random());
      await this.read(answer);
    } catch {
      // Broken off: it is tried again.
    } finally {
      this.abort.abort();
    }
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.failures, MAX_RETRY_MS);
    this.failures += 1;
    return delay * (0.5 + Math.random());
  }

  /** @private @param {ReadableStream<Uint8Array>} body */
  async read(body) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const { abort } = this;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    let text = "";
    try {
      for (;;) {
        silence = setTimeout(() => abort?.abort(), SILENT_AFTER_MS);
        const { done, value } = await reader.read();
        clearTimeout(silence);
        if (done) return;
        const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) this.take(block);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  /** @private @param {string} block one message */
  take(block) {
    const [, event = "", data = "{}"] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    if (event === "ready") this.begin(JSON.parse(data).poll_ms);
    else if (event === "changed") setTimeout(this.told.changed, Math.random() * SPREAD_MS);
    else if (event === "moved") this.told.moved(JSON.parse(data).seq);
    this.told.beat();
  }

  /** @private @param {number} pollMs */
  begin(pollMs) {
    this.pollMs = pollMs;
    this.failures = 0;
    this.told.ready();
  }
}
