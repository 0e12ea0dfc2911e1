/**
 * A trade begun with a deed: its owner gives it.
 *
 * @import { SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { TradeSheet } from "./trade.js";
import { button } from "./widgets.js";

/**
 * The sheet of a trade in which these deeds change hands.
 *
 * @param {Ui} ui @param {string} giver @param {string | null} getter
 * @param {number[]} given @param {number[]} [back] deeds of the other for them
 */
export function tradeBetween(ui, giver, getter, given, back = []) {
  const sheet = new TradeSheet(ui, giver);
  sheet.fill({
    type: "trade",
    player: giver,
    with: getter,
    give: { deeds: given },
    take: { deeds: back },
  });
  return sheet;
}

/** Whether a deed may change hands now. @param {Ui} ui @param {SquareView} square */
export function mayTrade(ui, { owner }) {
  return owner !== null && !ui.player(owner).out && ui.legal("trade").length > 0;
}

/** Begins a trade in which the owner gives this deed. @param {Ui} ui @param {SquareView} square */
export function tradeButton(ui, square) {
  const { owner } = square;
  if (owner === null || !mayTrade(ui, square)) return null;
  return button(ui, {
    name: `trade-of-${square.square}`,
    class: "choice",
    icon: "trade",
    label: `${ui.t("trade")}: ${square.name}`,
    tap: () => ui.sheets.open(tradeBetween(ui, owner, likelyGetter(ui, owner), [square.square])),
  });
}

/** Who gets it, as long as nobody says otherwise: whose turn it is, or the only other. @param {Ui} ui @param {string} owner */
function likelyGetter({ view }, owner) {
  const others = view.players.filter((each) => !each.out && each.id !== owner);
  const onTurn = others.find((each) => each.id === view.onTurn);
  return onTurn?.id ?? (others.length === 1 ? (others[0]?.id ?? null) : null);
}
