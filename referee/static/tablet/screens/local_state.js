/**
 * What the screens keep between two drawings and nothing records: half-entered forms, choices, what
 * was read. One group for each screen; a sheet keeps its own. What has to outlive a reload is in
 * `ui.drafts`.
 *
 * @import { Problem } from "../runtime/types.js"
 *
 * @typedef {object} LocalState
 * @property {{code: string, problem: Problem | null, practiceRoles: "drawn" | "thrown"}} pairing
 *   the code as it is typed, which stays to be corrected when it was refused; why it was; how the
 *   roles of a practice table come about
 * @property {{firstToSwap: string | null}} seats the first of two players who trade roles
 * @property {{markedSquare: number | null}} board the square that a walk round it has come to
 * @property {{declinedAt: number}} offer how long the ledger was when the deed was declined; -1
 * @property {{momentsFrom: number}} time when the referee last asked for a moment before time is
 *   called, in ms since 1970
 * @property {{player: string | null}} adjustment whose adjustment is on the screen
 * @property {{agreeing: Set<string>}} statement who agrees with the result on this tablet
 * @property {{player: string | null, kind: string, square: number | null, written: string[]}}
 *   unjudged what is written down while nobody can judge: who, what, which deed, and what was
 * @property {{read: Set<string>}} notices the chief's answers that were read, by call or entry
 */

const NOT_DECLINED = -1;

/** @returns {LocalState} */
export function newLocalState() {
  return {
    pairing: { code: "", problem: null, practiceRoles: "drawn" },
    seats: { firstToSwap: null },
    board: { markedSquare: null },
    offer: { declinedAt: NOT_DECLINED },
    time: { momentsFrom: 0 },
    adjustment: { player: null },
    statement: { agreeing: new Set() },
    unjudged: { player: null, kind: "roll", square: null, written: [] },
    notices: { read: new Set() },
  };
}

/** A recorded event changes what the offer and the statement are about. @param {LocalState} local */
export function forgetHalfEntered({ offer, statement }) {
  offer.declinedAt = NOT_DECLINED;
  statement.agreeing.clear();
}
