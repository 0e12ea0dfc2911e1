/**
 * How far a call for the chief referee is, in the words of the top bar and of its sheet.
 *
 * @import { Call } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */

/** Whether the call waits for its answer. @param {Call} call */
export function isUnanswered({ state }) {
  return state === "open" || state === "claimed";
}

/** The call that waits for its answer; null where none does. @param {Ui} ui */
export function openCall(ui) {
  return ui.state.calls.find(isUnanswered) ?? null;
}

/**
 * Called how long ago, and whether somebody comes; a call that has not reached the server was not
 * made yet.
 *
 * @param {Ui} ui
 * @param {Call} call one without an answer
 */
export function callWords(ui, { sent, age, claimed_by: name }) {
  if (!sent) return ui.t(isCutOff(ui) ? "judge.unsent" : "judge.sending");
  const minutes = Math.floor((age ?? 0) / 60);
  const called = minutes < 1 ? ui.t("judge.just_called") : ui.t("judge.ago", { n: minutes });
  return name ? `${called} · ${ui.t("judge.coming")}` : called;
}

/** @param {Ui} ui */
function isCutOff(ui) {
  const { online, silent } = ui.state.sync;
  return !online || silent;
}
