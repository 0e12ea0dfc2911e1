/**
 * What can be pulled from a square of the board, and what it comes to where it is let go.
 *
 * @import { BoardEvent, LegalAction } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {{name: string, event: BoardEvent, label: string, level: number | null, big: boolean,
 *   amount: string}} Drop what may be done to a deed, in one go
 */
import { recordCard } from "./card_sheets.js";
import { buildings, stepName, withCount } from "./deed_buttons.js";
import { h } from "./dom.js";
import { TradeSheet } from "./trade.js";
import { mayTrade, tradeBetween } from "./trade_start.js";
import { byDice } from "./ui.js";

const DEED_EVENTS = ["build", "sell", "mortgage", "redeem"];

/** How many squares a side has: those of the lower half have their menu below. */
const SIDE = 10;

/**
 * Whether anything can be pulled from a square, and what is read beside the finger.
 *
 * @param {Ui} ui @param {number} number
 * @returns {{words: string} | null}
 */
export function pulledFrom(ui, number) {
  const card = cardDrawnAt(ui, number);
  if (card?.player) return { words: ui.player(card.player).name };
  const square = ui.square(number);
  const movable = mayTrade(ui, square) || dropsOf(ui, number).length > 0;
  return square.owner !== null && movable ? { words: square.name } : null;
}

/** The card that a player draws on this square, told by hand: it may name another square. @param {Ui} ui @param {number} number */
function cardDrawnAt(ui, number) {
  const { open } = ui.view;
  if (open?.kind !== "role_square" || open.square !== number) return null;
  return ui.legal("card").find((each) => !byDice(each) && each.needs.includes("effect")) ?? null;
}

/** What may be done to a deed: to its buildings, the fewest first, then the rest. @param {Ui} ui @param {number} number @returns {Drop[]} */
function dropsOf(ui, number) {
  const actions = ui.legal(...DEED_EVENTS).filter((each) => each.event.square === number);
  const all = actions.flatMap((action) => drops(action));
  return all.sort((one, other) => (one.level ?? Infinity) - (other.level ?? Infinity));
}

/** @param {LegalAction} action @returns {Drop[]} */
function drops(action) {
  const { event, text, label = text, steps = [] } = action;
  const name = `${action.type}-${event.square}`;
  if (steps.length === 0) return [{ name, event, label, level: null, big: false, amount: "" }];
  return steps.map((step) => ({
    ...step,
    name: stepName(name, step),
    event: withCount(event, step),
  }));
}

/** Whose deed is pulled; null while none is. @param {Ui} ui */
export function pulledOf(ui) {
  const { square } = ui.local.pull;
  return square === null || cardDrawnAt(ui, square) ? null : ui.square(square).owner;
}

/** Over the board while a deed is pulled: what may be done to it. @param {Ui} ui */
export function pullMenu(ui) {
  const { square: number } = ui.local.pull;
  if (number === null || pulledOf(ui) === null) return null;
  const square = ui.square(number);
  const found = dropsOf(ui, number);
  const side = number < 1.5 * SIDE || number >= 3.5 * SIDE ? "below" : "above";
  return h(
    "div",
    { class: `pull-menu ${side}`, key: "pull", "aria-hidden": "true" },
    h("p", {}, h("b", {}, square.name), mayTrade(ui, square) ? ` · ${ui.t("pull.trade")}` : null),
    h(
      "div",
      { class: "drops" },
      found.map((each) =>
        h(
          "div",
          { class: "drop", key: each.name, "data-drop": each.name },
          each.level === null
            ? each.label
            : [buildings(each.level, each.big), h("b", {}, each.amount)],
        ),
      ),
    ),
  );
}

/**
 * What is pulled from a square is let go over something: nothing happens where that means nothing.
 *
 * @param {Ui} ui @param {number} number @param {Element} target
 */
export function dropOn(ui, number, target) {
  const { drop, tap = "" } = /** @type {HTMLElement} */ (target).dataset;
  const [kind, ...rest] = tap.split("-");
  const card = cardDrawnAt(ui, number);
  if (card) return kind === "square" ? recordCard(ui, card, `goto ${rest[0]}`) : null;
  if (drop) return doTo(ui, number, drop);
  if (kind === "player") return trade(ui, number, rest.join("-"), []);
  const { owner, square } = ui.square(Number(rest[0]));
  return owner === null ? null : trade(ui, number, owner, [square]);
}

/** @param {Ui} ui @param {number} number @param {string} name */
function doTo(ui, number, name) {
  const found = dropsOf(ui, number).find((each) => each.name === name);
  return found ? ui.record(found.event) : null;
}

/** @param {Ui} ui @param {number} number @param {string} getter @param {number[]} back for it */
function trade(ui, number, getter, back) {
  const { owner } = ui.square(number);
  if (owner === null || owner === getter || !mayTrade(ui, ui.square(number))) return;
  if (ui.player(getter).out) return;
  const { top } = ui.sheets;
  if (top instanceof TradeSheet && top.isBetween(owner, getter)) top.add(number, ...back);
  else ui.sheets.openAlone(tradeBetween(ui, owner, getter, [number], back));
}
