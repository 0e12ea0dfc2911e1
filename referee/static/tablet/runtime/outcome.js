/**
 * What became of an entry.
 *
 * @import { Outcome } from "./types.js"
 */

/** @param {Partial<Outcome>} [fields] @returns {Outcome} */
export function outcome(fields = {}) {
  return {
    recorded: false,
    judged: true,
    refusals: [],
    consequences: [],
    view: null,
    problem: null,
    ...fields,
  };
}
