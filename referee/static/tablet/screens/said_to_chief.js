/**
 * What the table tells the chief referee by one tap: that a player is missing, and that all was
 * handed in.
 *
 * @import { Ui } from "./ui.js"
 */
import { isUnanswered } from "./call_state.js";
import { button } from "./widgets.js";

/** Says that a player is not here, or takes it back. @param {Ui} ui @param {string} player @param {string} name */
export function missingButton(ui, player, name) {
  if (ui.state.table?.practice) return null;
  const call = ui.state.calls.find(
    (each) => each.topic === "no_show" && each.player === player && isUnanswered(each),
  );
  const words = ui.t(call ? (call.sent ? "missing.called" : "missing.waiting") : "missing");
  return button(
    ui,
    {
      name: call ? `here-${player}` : `missing-${player}`,
      class: "button",
      icon: call ? "judge" : undefined,
      label: `${words}. ${ui.t(call ? "missing.take_back" : "missing.say", { name })}`,
      tap: () =>
        call
          ? ui.tablet.withdrawCall(call.id)
          : ui.tablet.callJudge({ topic: "no_show", player, note: "" }),
    },
    words,
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
