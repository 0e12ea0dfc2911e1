/**
 * Why buttons are missing, as the engine says it.
 *
 * @import { Reason, Reasons, SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { sentence } from "./widgets.js";

/** @param {Ui} ui @param {string} player @returns {Reasons | null} null until the engine answers */
function reasonsOf(ui, player) {
  return ui.ask(`reasons-${player}`, () => ui.tablet.reasons(player));
}

/** @param {Ui} ui @param {Reason[]} reasons */
function lines(ui, reasons) {
  return reasons.map((each) => h("div", { class: "quiet reason" }, sentence(ui, each)));
}

/** While the table pauses nothing can be entered, whatever the rules say. @param {Ui} ui */
function paused(ui) {
  return [h("p", { class: "quiet reason" }, ui.t("pause.shut"))];
}

/** What keeps the players from dealing at all. @param {Ui} ui @param {...(string | null)} players */
export function generalReasons(ui, ...players) {
  if (ui.paused) return paused(ui);
  const found = players.flatMap((id) => (id === null ? [] : (reasonsOf(ui, id)?.general ?? [])));
  return lines(ui, [...new Map(found.map((each) => [each.text, each])).values()]);
}

/** What cannot be done to a deed. @param {Ui} ui @param {SquareView} square */
export function deedReasons(ui, square) {
  if (square.owner === null || ui.paused) return [];
  const reasons = reasonsOf(ui, square.owner)?.deeds[square.square] ?? [];
  return reasons.map((each) => h("p", { class: "quiet reason" }, each.text));
}

/** Why buttons of these types are missing. @param {Ui} ui @param {string | null} player @param {...string} types */
export function buttonReasons(ui, player, ...types) {
  if (ui.paused) return paused(ui);
  if (player === null) return [];
  const missing = reasonsOf(ui, player)?.buttons ?? {};
  return lines(
    ui,
    types.flatMap((type) => missing[type] ?? []),
  );
}
