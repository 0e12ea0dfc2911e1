/**
 * One side of a trade: who gives, and that player's deeds to be chosen from.
 *
 * @import { Side, TradeSheet } from "./trade.js"
 */
import { deedName } from "./deed_name.js";
import { h } from "./dom.js";
import { partyButton } from "./trade_parties.js";
import { playerName, token } from "./widgets.js";

/** @param {TradeSheet} sheet @param {Side} side @param {string} id */
export function tradeSide(sheet, side, id) {
  const { ui } = sheet;
  const load = sheet.loads[side];
  const deeds = ui.view.squares.filter((each) => each.owner === id);
  const { cash } = ui.player(id);
  return h(
    "section",
    { class: "trade-side", "aria-label": ui.t("trade.gives", { name: ui.player(id).name }) },
    sheet.isUnfolded(side)
      ? h("h3", {}, token(ui, id, "small"), playerName(ui, id))
      : partyButton(sheet, side, id),
    h(
      "p",
      { class: "quiet holds" },
      ui.t("trade.holds", { n: deeds.length, amount: ui.money(cash) }),
    ),
    deeds.map((square) =>
      h(
        "button",
        {
          type: "button",
          class: "choice row",
          key: `deed-${square.square}`,
          "data-tap": `${side}-${square.square}`,
          "aria-pressed": String(load.deeds.has(square.square)),
          onclick: () => sheet.toggle(square.square),
        },
        deedName(ui, square),
      ),
    ),
  );
}
