/**
 * Who trades: a line once both are chosen, and a row of players where one is still to be chosen.
 *
 * @import { Side, TradeSheet } from "./trade.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { playerChoices, playerName, token } from "./widgets.js";

/** @type {Record<Side, {name: string, label: "trade.first" | "trade.second"}>} */
const PARTIES = {
  give: { name: "trader", label: "trade.first" },
  take: { name: "partner", label: "trade.second" },
};

/** The rows of players that are unfolded. @param {TradeSheet} sheet */
export function partyRows(sheet) {
  const { ui } = sheet;
  const sides = /** @type {Side[]} */ (["give", "take"]).filter((side) => sheet.isUnfolded(side));
  if (sides.length === 0) return null;
  return h(
    "div",
    { class: "parties", key: "parties" },
    sides.map((side) => {
      const { name, label } = PARTIES[side];
      return [
        h("span", { class: "row-label", "aria-hidden": "true" }, ui.t(label)),
        playerChoices(ui, {
          name,
          label: ui.t(label),
          value: sheet.party(side),
          ids: side === "give" ? sheet.traders() : sheet.others(),
          choose: (id) => sheet.choose(side, id),
        }),
      ];
    }),
  );
}

/** Who is chosen; a tap unfolds the row of players. @param {TradeSheet} sheet @param {Side} side @param {string} id */
export function partyButton(sheet, side, id) {
  const { ui } = sheet;
  return h(
    "button",
    {
      type: "button",
      class: "choice party",
      "data-tap": `change-${PARTIES[side].name}`,
      "data-player": id,
      "aria-expanded": "false",
      onclick: () => sheet.unfold(side),
    },
    token(ui, id, "small"),
    playerName(ui, id),
    h("span", { class: "visually-hidden" }, ` · ${ui.t("trade.change")}`),
    icon("unfold"),
  );
}
