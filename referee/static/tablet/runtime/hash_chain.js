/**
 * The hash chain over the tablet's own events: a torn or edited store is noticed.
 *
 * @import { WireEvent } from "./types.js"
 */

export const START = "0".repeat(64);

/** Canonical JSON: UTF-8, sorted keys, no spaces. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** @param {string} text @returns {Promise<string>} 64 hex digits */
export async function sha256(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return hex(new Uint8Array(bytes));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} previous @param {WireEvent} wire @returns {Promise<string>} */
export function link(previous, { event_id, salt, at, event }) {
  return sha256(previous + canonical({ event_id, salt, at, event }));
}
