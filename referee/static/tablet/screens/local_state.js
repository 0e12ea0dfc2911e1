/**
 * What the screens keep between two drawings and nothing records: half-entered forms, choices, what
 * was read. One group for each screen; a sheet keeps its own. What has to outlive a reload is in
 * `ui.drafts`.
 *
 * @import { Problem } from "../runtime/types.js"
 * @import { Statement, StatementLines } from "./statement.js"
 *
 * @typedef {{lines: StatementLines, statement: Statement}} Figures
 *
 * @typedef {object} LocalState
 * @property {{code: string, problem: Problem | null, practiceRoles: "drawn" | "thrown"}} pairing
 *   the code as it is typed, which stays to be corrected when it was refused; why it was; how the
 *   roles of a practice table come about
 * @property {{firstToSwap: string | null}} seats the first of two players who trade roles
 * @property {{markedSquare: number | null, cash: Map<string, number> | null}} board the square that
 *   a walk round it has come to, and what each player has by then
 * @property {{square: number | null}} pull the square from which something is pulled over the board
 * @property {{declinedAt: number}} offer the moment of the game at which the deed was declined; -1
 * @property {{momentsFrom: number}} time when the referee last asked for a moment before time is
 *   called, in ms since 1970
 * @property {{player: string | null}} adjustment whose adjustment is on the screen
 * @property {{position: string, figures: Figures | null}} statement the figures shown last, and of
 *   which moment they are
 * @property {{player: string | null, kind: string, square: number | null, written: string[]}}
 *   unjudged what is written down while nobody can judge: who, what, which deed, and what was
 * @property {{typed: string | null}} referee the referee's name while it is being typed
 */

const NOT_DECLINED = -1;

/** @returns {LocalState} */
export function newLocalState() {
  return {
    pairing: { code: "", problem: null, practiceRoles: "drawn" },
    seats: { firstToSwap: null },
    board: { markedSquare: null, cash: null },
    pull: { square: null },
    offer: { declinedAt: NOT_DECLINED },
    time: { momentsFrom: 0 },
    adjustment: { player: null },
    statement: { position: "", figures: null },
    unjudged: { player: null, kind: "roll", square: null, written: [] },
    referee: { typed: null },
  };
}

/** A recorded event changes what the offer and the statement are about. @param {LocalState} local */
export function forgetHalfEntered({ offer }) {
  offer.declinedAt = NOT_DECLINED;
}
