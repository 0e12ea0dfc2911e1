/**
 * The players of a final position: whose turn it is to be entered, and what there is to say of them
 * beside their cash.
 *
 * @import { FinalPositionSheet } from "./final_position.js"
 */
import { h } from "./dom.js";
import { button, playerName, token } from "./widgets.js";

/** The players side by side, each with the cash entered so far. @param {FinalPositionSheet} sheet */
export function playerTabs(sheet) {
  const { ui } = sheet;
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": ui.t("players") },
    ui.view.players.map((player) =>
      button(
        ui,
        {
          name: `final-${player.id}`,
          class: "choice",
          pressed: player.id === sheet.id,
          tap: () => sheet.show(player.id),
        },
        token(ui, player.id),
        playerName(ui, player.id),
        h("small", {}, figureOf(sheet, player.id)),
      ),
    ),
  );
}

/** @param {FinalPositionSheet} sheet @param {string} id */
function figureOf({ ui, entry }, id) {
  if (entry.isOut(id)) return ui.t("player.out");
  const cash = entry.cash.get(id);
  return cash === undefined ? "–" : ui.money(cash ?? 0);
}

/** What the player shown has and is. @param {FinalPositionSheet} sheet */
export function playerForm(sheet) {
  const { entry, id } = sheet;
  const out = entry.isOut(id);
  return h(
    "div",
    { class: "final-position-person", key: `person-${id}` },
    h(
      "div",
      { class: "choices" },
      out ? null : cashChoice(sheet),
      sheet.someLeft ? outChoice(sheet) : null,
      out ? null : confinedChoice(sheet),
    ),
  );
}

/** @param {FinalPositionSheet} sheet */
function cashChoice(sheet) {
  return button(
    sheet.ui,
    {
      name: "final-typing",
      class: "choice",
      icon: "count",
      pressed: sheet.typing,
      tap: () => sheet.toggleTyping(),
    },
    sheet.ui.t("cash"),
  );
}

/** @param {FinalPositionSheet} sheet */
function outChoice(sheet) {
  const { ui, entry, id } = sheet;
  const out = entry.isOut(id);
  return button(
    ui,
    { name: "final-out", class: "choice", pressed: out, tap: () => sheet.toggleOut() },
    out
      ? ui.t("final_position.out_nth", { n: entry.left.indexOf(id) + 1 })
      : ui.t("final_position.out"),
  );
}

/** @param {FinalPositionSheet} sheet */
function confinedChoice(sheet) {
  const { ui, entry, id } = sheet;
  return button(
    ui,
    {
      name: "final-confined",
      class: "choice",
      pressed: entry.confined.has(id),
      tap: () => sheet.toggleConfined(),
    },
    ui.t(`player.${ui.player(id).confines}`),
  );
}
