/**
 * What the table tells the chief referee by one tap: that a player is missing, and that all was
 * handed in.
 *
 * @import { Call } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { isUnanswered } from "./call_state.js";
import { h } from "./dom.js";
import { button } from "./widgets.js";

/** Says that a player is not here, or takes it back. @param {Ui} ui @param {string} player @param {string} name */
export function missingButton(ui, player, name) {
  if (ui.state.table?.practice) return null;
  const call = unansweredAbsences(ui).find((each) => each.player === player);
  return call ? hereButton(ui, call, name) : absentButton(ui, player, name);
}

/** Those who were said to be missing, as long as that is open. @param {Ui} ui @returns {Call[]} */
export function unansweredAbsences(ui) {
  return ui.state.calls.filter((each) => each.topic === "no_show" && isUnanswered(each));
}

/** @param {Ui} ui @param {string} player @param {string} name */
function absentButton(ui, player, name) {
  return button(
    ui,
    {
      name: `missing-${player}`,
      class: "button",
      label: `${ui.t("missing")}. ${ui.t("missing.say", { name })}`,
      tap: () => ui.tablet.callJudge({ topic: "no_show", player, note: "" }),
    },
    ui.t("missing"),
  );
}

/** What is open is what comes next: the start of the game waits beside it. @param {Ui} ui @param {Call} call @param {string} name */
function hereButton(ui, call, name) {
  const called = ui.t(call.sent ? "missing.called" : "missing.waiting");
  return button(
    ui,
    {
      name: `here-${call.player}`,
      class: "button primary with-state",
      label: `${ui.t("missing.take_back", { name })}. ${called}`,
      tap: () => ui.tablet.withdrawCall(call.id),
    },
    ui.t("missing.here"),
    h("small", {}, called),
  );
}

/** Says that the box was counted, cards and money handed in, or takes it back. @param {Ui} ui */
export function clearedButton(ui) {
  if (ui.state.table?.practice) return null;
  const { cleared } = ui.state;
  return button(
    ui,
    {
      name: cleared ? "not-cleared" : "cleared",
      class: "button wide",
      icon: cleared ? "check" : "flag",
      pressed: cleared !== null,
      tap: () =>
        cleared
          ? ui.tablet.withdrawCall(cleared.id)
          : ui.tablet.callJudge({ topic: "cleared", note: "" }),
    },
    ui.t(cleared ? "cleared.said" : "cleared"),
  );
}
