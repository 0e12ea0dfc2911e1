/**
 * What the server's verdicts on a batch mean for the outbox. Pure: no network, no storage.
 *
 * @import { Entry } from "./types.js"
 */

/** @typedef {{event_id: string, verdict: "accepted" | "duplicate" | "illegal" | "stale"
 *   | "not_attempted" | "set_aside", seq?: number | null, hash?: string, code?: string,
 *   detail?: string, set_aside?: boolean, refusals?: {message: string}[]}} Verdict */
/** @typedef {{confirmed: {event_id: string, seq: number, hash: string}[], setAside: Entry[],
 *   reason: string | null, detail: string | null,
 *   next: "go_on" | "fetch" | "rewind" | "diverged" | "update"}} Plan
 *   `setAside`: the server keeps these for the chief; `next`: what the tablet does then */

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
export function planAfter(sent, verdicts) {
  const known = new Map(sent.map((entry) => [entry.event_id, entry]));
  /** @type {Plan} */
  const plan = { confirmed: [], setAside: [], reason: null, detail: null, next: "go_on" };
  for (const verdict of verdicts) {
    const entry = known.get(verdict.event_id);
    if (!entry) continue;
    if (verdict.verdict === "accepted" || verdict.verdict === "duplicate") {
      const { event_id, seq, hash } = verdict;
      plan.confirmed.push({ event_id, seq: seq ?? 0, hash: hash ?? "" });
      continue;
    }
    if (verdict.set_aside) plan.setAside.push(entry);
    if (plan.reason === null) decideNext(plan, verdict);
  }
  return plan;
}

/** @param {Plan} plan @param {Verdict} verdict the first that was not accepted */
function decideNext(plan, verdict) {
  if (verdict.verdict === "not_attempted") return;
  plan.reason = verdict.verdict === "illegal" ? "illegal" : (verdict.code ?? "other");
  plan.detail = verdict.detail ?? verdict.refusals?.[0]?.message ?? null;
  plan.next = verdict.verdict === "illegal" ? "fetch" : (NEXT[plan.reason] ?? "fetch");
}
