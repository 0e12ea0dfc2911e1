/**
 * Requests to the server. Expected outcomes are values: an answer, a problem the person is to
 * read, or "again" (no network, overloaded, broken), which alone means the same request again.
 *
 * @import { Problem } from "./types.js"
 */
import { problemFor } from "./messages.js";

/** @typedef {{kind: "answer", status: number, body: any}
 *   | {kind: "problem", status: number, problem: Problem, body: any}
 *   | {kind: "again", after: number, reset: boolean}} Reply `after`: seconds to wait at least */

/** The body came too slowly, or too much was asked in a moment: later the same request passes. */
const PASSING = new Set([408, 429]);

/** Limits of what is kept: people make room, not time, so these are problems to be read. */
const FULL_CODES = new Set(["log-full", "set-aside-full"]);

/** A request without an answer for this long is broken off and counted as a reset connection. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** @param {unknown} body @param {number} status @returns {Problem} */
function problemOf(body, status) {
  const given = /** @type {any} */ (body ?? {});
  const fallback = problemFor(given.code ?? `http-${status}`, { as: "refused" });
  return { ...fallback, title: given.title ?? fallback.title, detail: given.detail ?? "" };
}

/** @param {Response} response @returns {Promise<Reply>} */
async function read(response) {
  const body = await response.json().catch(() => null);
  if (response.status >= 500 || (PASSING.has(response.status) && !FULL_CODES.has(body?.code))) {
    return { kind: "again", after: Number(response.headers.get("Retry-After")) || 0, reset: false };
  }
  if (response.ok && body !== null) return { kind: "answer", status: response.status, body };
  // A page that is not ours (a captive portal's) decides nothing.
  if (body === null) return { kind: "again", after: 0, reset: false };
  return {
    kind: "problem",
    status: response.status,
    problem: problemOf(body, response.status),
    body,
  };
}

export class Api {
  /** @param {string} base @param {() => string} language */
  constructor(base, language) {
    /** @private */ this.base = base;
    /** @private */ this.language = language;
  }

  /**
   * A stream of server-sent events. Throws without an answer.
   * @param {string} path below the API's base
   * @param {string} token
   * @param {AbortController} abort ends it
   * @returns {Promise<ReadableStream<Uint8Array> | null>} null where the server has none for us
   */
  async listen(path, token, abort) {
    const patience = setTimeout(() => abort.abort(), REQUEST_TIMEOUT_MS);
    try {
      const response = await fetch(this.base + path, {
        headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
        credentials: "omit",
        cache: "no-store",
        signal: abort.signal,
      });
      const type = response.headers.get("Content-Type") ?? "";
      if (response.ok && type.startsWith("text/event-stream")) return response.body;
      abort.abort();
      return null;
    } finally {
      clearTimeout(patience);
    }
  }

  /**
   * @param {string} method
   * @param {string} path below the API's base, or an absolute path
   * @param {{token?: string | null, body?: unknown, signal?: AbortSignal}} [options]
   * @returns {Promise<Reply>}
   */
  async ask(method, path, { token = null, body, signal } = {}) {
    const patience = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    /** @type {Record<string, string>} */
    const headers = { "Accept-Language": this.language(), Accept: "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    try {
      const response = await fetch(path.startsWith("/") ? path : this.base + path, {
        method,
        headers,
        credentials: "omit",
        cache: "no-store",
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      return await read(response);
    } catch {
      return { kind: "again", after: 0, reset: patience.aborted };
    }
  }
}
