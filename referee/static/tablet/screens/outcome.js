/**
 * What became of a game whose players have said all they can say here.
 *
 * @import { Ui } from "./ui.js"
 * @import { Key } from "./i18n.js"
 * @import { VNode } from "./dom.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { clearedButton } from "./said_to_chief.js";
import { button } from "./widgets.js";

/** Whether a player disagrees. @param {Ui} ui */
export function disputed({ state }) {
  return state.gameState === "disputed" || (state.confirmation?.disputed ?? []).length > 0;
}

/** Whether all who have to confirm have, as far as this tablet knows. @param {Ui} ui */
export function confirmed(ui) {
  const given = ui.state.confirmation?.confirmed ?? [];
  return ui.view.required.every((id) => given.includes(id));
}

/** What is left to say, null while a player's word is missing. @param {Ui} ui @returns {VNode[] | null} */
export function outcomeNotice(ui) {
  if (ui.finalised)
    return [...closingNotice(ui), nextRoundHint(ui), clearedButton(ui), leaveButton(ui)];
  if (disputed(ui)) return statusNotice(ui, "alert", "statement.disputed");
  if (!confirmed(ui)) return null;
  const waits = hasOtherResult(ui) ? "statement.contested" : "statement.waiting";
  return [...statusNotice(ui, "waiting", waits), clearedButton(ui)];
}

/** What became of a game that is over. @param {Ui} ui */
function closingNotice(ui) {
  const { choice } = ui.state.confirmation ?? {};
  if (choice && choice.source !== "log") return statusNotice(ui, "alert", "statement.other_counts");
  return statusNotice(ui, "check", confirmed(ui) ? "statement.handed_in" : "statement.corrected");
}

/** Whether the table has a result from elsewhere, about which the chief referee decides. @param {Ui} ui */
export function hasOtherResult(ui) {
  return ui.state.confirmation?.blocked_by.includes("result") ?? false;
}

/** Why the tablet is better not taken away from its table. @param {Ui} ui */
function nextRoundHint(ui) {
  return ui.state.table?.practice ? null : h("p", { class: "quiet" }, ui.t("next.waits"));
}

/** What is left to do when all is done: the tablet goes on to its next table. @param {Ui} ui */
function leaveButton(ui) {
  return button(
    ui,
    { name: "onward", class: "button wide", tap: () => ui.leave() },
    ui.t(ui.state.table?.practice ? "settings.end_practice" : "settings.unpair"),
  );
}

/** @param {Ui} ui @param {"alert" | "check" | "waiting"} name @param {Key} key @returns {VNode[]} */
function statusNotice(ui, name, key) {
  return [
    h(
      "p",
      { class: "notice", role: "status" },
      icon(name),
      h("b", { class: "notice-text" }, ui.t(key)),
    ),
    ui.state.table?.practice ? h("p", { class: "quiet" }, ui.t("practice.result")) : null,
  ];
}
