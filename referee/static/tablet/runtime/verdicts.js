/**
 * What the server's verdicts on a batch mean for the outbox. Pure: no network, no storage.
 *
 * @import { Entry } from "./types.js"
 */

/** @typedef {{event_id: string, verdict: "accepted" | "duplicate" | "illegal" | "stale"
 *   | "not_attempted" | "set_aside", seq?: number | null, hash?: string, code?: string,
 *   detail?: string, set_aside?: boolean, refusals?: {message: string}[]}} Verdict */
/** @typedef {{confirmed: {event_id: string, seq: number, hash: string}[], aside: Entry[],
 *   reason: string | null, detail: string | null,
 *   next: "go_on" | "fetch" | "rewind" | "diverged" | "update"}} Plan
 *   `aside`: the server keeps these for the chief; `next`: what the tablet does then */

const NEXT = /** @type {Record<string, Plan["next"]>} */ ({
  behind: "fetch",
  conflict: "fetch",
  lease: "fetch",
  closed: "fetch",
  ahead: "rewind",
  diverged: "diverged",
  digest: "update",
});

/**
 * @param {Entry[]} sent in the order sent
 * @param {Verdict[]} verdicts
 * @returns {Plan}
 */
export function plan(sent, verdicts) {
  const known = new Map(sent.map((entry) => [entry.event_id, entry]));
  /** @type {Plan} */
  const made = { confirmed: [], aside: [], reason: null, detail: null, next: "go_on" };
  for (const verdict of verdicts) {
    const entry = known.get(verdict.event_id);
    if (!entry) continue;
    if (verdict.verdict === "accepted" || verdict.verdict === "duplicate") {
      const { event_id, seq, hash } = verdict;
      made.confirmed.push({ event_id, seq: seq ?? 0, hash: hash ?? "" });
      continue;
    }
    if (verdict.set_aside) made.aside.push(entry);
    if (made.reason === null) decide(made, verdict);
  }
  return made;
}

/** @param {Plan} made @param {Verdict} verdict the first that was not accepted */
function decide(made, verdict) {
  if (verdict.verdict === "not_attempted") return;
  made.reason = verdict.verdict === "illegal" ? "illegal" : (verdict.code ?? "other");
  made.detail = verdict.detail ?? verdict.refusals?.[0]?.message ?? null;
  made.next = verdict.verdict === "illegal" ? "fetch" : (NEXT[made.reason] ?? "fetch");
}
