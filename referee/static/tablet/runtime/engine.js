/**
 * The rules, wherever they can be had: CPython in a worker of this device, else the server.
 * Both speak the same JSON with the same Python source (`referee.tablet.bridge`).
 *
 * @import { Api } from "./api.js"
 * @import { Config, Judge, Release, View } from "./types.js"
 */
import { wholeView } from "./partial_view.js";
import { beginWorker, keepSpare, rememberRelease, takeSpare } from "./spare_worker.js";

/** @typedef {{opened: object, token: string | null}} Opened what the bridge was opened with */

/** @typedef {{resolve: (value: any) => void, reject: (error: Error) => void, shows: boolean}} Question */

/** What is answered with the view. */
const SHOWING = ["open", "play"];

/** A tap waits no longer than this for the server's judgement: then it is queued unjudged. */
const SERVER_JUDGE_TIMEOUT_MS = 3_000;

/** What a start asks for may be lost in the network, or come never: such a start is made again. */
const START_TIMEOUT_MS = 60_000;
const FIRST_RESTART_MS = 2_000;
/** The longest of either: both double with each failure. */
const MAX_WAIT_MS = 300_000;

/** Nobody can judge now: no engine here yet or ever, and no server. */
class Unjudged extends Error {}

export class Engine {
  /**
   * @param {Config} config @param {Api} api @param {() => Opened | null} openedGame
   * @param {{started: () => void, changed: () => void}} host `started`: CPython is up and waits for
   *   `openHere`; `changed`: who judges has changed
   */
  constructor(config, api, openedGame, host) {
    /** @private */ this.config = config;
    /** @private */ this.api = api;
    /** @private */ this.openedGame = openedGame;
    /** @private */ this.host = host;
    /** @type {"loading" | "ready" | "impossible"} */ this.local = "loading";
    /** @type {string | null} */ this.error = null;
    /** Digest of the engine's source that runs here. @type {string | null} */ this.digest = null;
    /** Whether the last question to the server was answered. */
    this.serverAnswers = navigator.onLine;
    /** @private @type {Worker | null} */ this.worker = null;
    /** @private @type {Release | null} */ this.release = null;
    /** @private @type {Map<number, Question>} */ this.pending = new Map();
    /** @private What the worker told last. @type {View | null} */ this.told = null;
    /** @private The number of the last question to the worker. */ this.lastId = 0;
    /** @private Starts that failed since the last good one. */ this.failures = 0;
    /** @private Ends a start, or begins the next. @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @private Breaks off the questions that the server has not answered. */ this.serverQuestions =
      new AbortController();
  }

  /** @returns {Judge} */
  get judge() {
    if (this.local === "ready") return "tablet";
    const server = this.serverAnswers && navigator.onLine && this.openedGame()?.token;
    if (server) return "server";
    return this.local === "loading" ? "loading" : "nobody";
  }

  /** Start CPython, or start it anew with this release. @param {Release | null} release */
  load(release = null) {
    this.worker?.terminate();
    this.dropQuestions("loading");
    this.local = "loading";
    this.wait(START_TIMEOUT_MS, () => this.fail("timeout"));
    this.release = release;
    rememberRelease(release);
    const spare = takeSpare(release);
    try {
      this.listen(spare?.worker ?? beginWorker(this.config, release));
    } catch (error) {
      this.fail(String(error));
    }
    if (spare?.said) queueMicrotask(() => this.onMessage(spare.said));
  }

  /** @private @param {Worker} worker */
  listen(worker) {
    worker.onmessage = (message) => this.onMessage(message.data);
    worker.onerror = (event) => this.fail(event.message || "worker");
    this.worker = worker;
  }

  /** Start anew with this release; resolves once it runs or cannot. @param {Release} release */
  async restart(release) {
    this.load(release);
    while (this.local === "loading") await new Promise((resolve) => setTimeout(resolve, 100));
  }

  stop() {
    const { worker, digest, release } = this;
    clearTimeout(this.timer);
    this.worker = null;
    if (worker && digest && this.local === "ready" && this.pending.size === 0) {
      keepSpare({ worker, release: JSON.stringify(release), said: { ready: true, digest } });
    } else {
      worker?.terminate();
      this.dropQuestions("stopped");
    }
  }

  /** @private Who asked the worker that is gone goes on without an answer. @param {string} reason */
  dropQuestions(reason) {
    for (const { reject } of this.pending.values()) reject(new Unjudged(reason));
    this.pending.clear();
  }

  /** @private @param {any} data */
  onMessage({ id, value, failure, ready, digest }) {
    if (ready) {
      clearTimeout(this.timer);
      this.digest = digest;
      // A silent network must not hold up the engine that has just started here.
      this.serverQuestions.abort();
      this.serverQuestions = new AbortController();
      this.host.started();
    } else if (id === undefined) {
      this.fail(failure);
    } else {
      const waiting = this.pending.get(id);
      this.pending.delete(id);
      if (failure) waiting?.reject(new Error(failure));
      else waiting?.resolve(this.answerOf(value, waiting.shows));
    }
  }

  /** @private @param {string} text @param {boolean} shows whether the view is in it */
  answerOf(text, shows) {
    const answer = JSON.parse(text);
    if (!shows || !answer.view) return answer;
    if (answer.view.partial) answer.view = wholeView(answer.view, /** @type {View} */ (this.told));
    this.told = answer.view;
    return answer;
  }

  /** @private @param {string} reason */
  fail(reason) {
    this.local = "impossible";
    this.error = reason;
    this.dropQuestions(reason);
    this.wait(FIRST_RESTART_MS, () => this.load(this.release));
    this.failures += 1;
    this.host.changed();
  }

  /** @private @param {number} delay after the first failure @param {() => void} then */
  wait(delay, then) {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, Math.min(delay * 2 ** this.failures, MAX_WAIT_MS));
  }

  /**
   * Fold this log in the worker; from then on it judges.
   * @param {object} opened
   * @returns {Promise<any>} the bridge's answer to `open`
   */
  async openHere(opened) {
    const answer = await this.askWorker("open", opened);
    this.local = "ready";
    this.error = null;
    this.failures = 0;
    this.host.changed();
    return answer;
  }

  /**
   * Ask the bridge.
   * @param {string} method @param {object} question
   * @returns {Promise<any>} rejected with Unjudged when nobody can answer
   */
  ask(method, question = {}) {
    return this.local === "ready"
      ? this.askWorker(method, question)
      : this.askServer(method, question);
  }

  /** @private @param {string} method @param {object} question */
  askWorker(method, question) {
    this.lastId += 1;
    const id = this.lastId;
    const shows = SHOWING.includes(method);
    const asked = JSON.stringify(shows ? { ...question, partial: true } : question);
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, shows });
      this.worker?.postMessage({ id, method, question: asked });
    });
  }

  /** @private @param {string} method @param {object} question */
  async askServer(method, question) {
    const game = this.openedGame();
    if (!game?.token || !navigator.onLine) throw new Unjudged(this.error ?? "loading");
    const body = { opened: game.opened, method, question };
    const signal = AbortSignal.any([
      this.serverQuestions.signal,
      AbortSignal.timeout(SERVER_JUDGE_TIMEOUT_MS),
    ]);
    const { token } = game;
    const reply = await this.api.ask("POST", this.config.judge, { token, body, signal });
    this.serverAnswers = reply.kind === "answer";
    if (reply.kind !== "answer") throw new Unjudged("server");
    return reply.body;
  }
}
