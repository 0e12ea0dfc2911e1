/**
 * The card drawn, as one tap for most of the deck.
 *
 * @import { LegalAction } from "../runtime/types.js"
 * @import { Sheet } from "./sheets.js"
 * @import { Ui } from "./ui.js"
 * @import { Key } from "./i18n.js"
 */
import {
  AMOUNTS,
  AmountSheet,
  cardPayment,
  EachSheet,
  GotoSheet,
  recordCard,
} from "./card_sheets.js";
import { DeckSheet, GambleSheet } from "./card_throws.js";
import { h } from "./dom.js";
import { button } from "./widgets.js";

/**
 * The card drawn, as one tap for most of the deck.
 *
 * @param {Ui} ui
 * @param {LegalAction} action
 */
export function cardPicker(ui, action) {
  return h(
    "div",
    { class: "card-picker", key: "card" },
    amountRow(ui, action, "collect"),
    amountRow(ui, action, "pay"),
    h(
      "div",
      { class: "choices" },
      effectButton(ui, action, "none", "card.none"),
      effectButton(ui, action, "confine", confineWord(ui, action)),
      sheetButton(ui, "card.goto", new GotoSheet(ui, action)),
      sheetButton(ui, "card.collect_each", new EachSheet(ui, action, "collect_each")),
      sheetButton(ui, "card.pay_each", new EachSheet(ui, action, "pay_each")),
      sheetButton(ui, "card.all_collect", new EachSheet(ui, action, "all_collect")),
      sheetButton(ui, "card.gamble", new GambleSheet(ui, action)),
      action.needs.includes("card")
        ? sheetButton(ui, "card.by_code", new DeckSheet(ui, action))
        : null,
    ),
  );
}

/** @param {Ui} ui @param {LegalAction} action @returns {Key} */
function confineWord(ui, action) {
  return action.player === null ? "card.price_war" : `card.${ui.player(action.player).confines}`;
}

/** @param {Ui} ui @param {LegalAction} action @param {"collect" | "pay"} verb */
function amountRow(ui, action, verb) {
  return h(
    "div",
    { class: "amount-row", role: "group", "aria-label": ui.t(`card.${verb}`) },
    h("span", { class: "row-label" }, cardPayment(ui, action, verb)),
    AMOUNTS.map((amount) =>
      button(
        ui,
        {
          name: `${verb}-${amount}`,
          class: "choice",
          label: `${ui.t(`card.${verb}`)} ${ui.money(amount)}`,
          tap: () => recordCard(ui, action, `${verb} ${amount}`),
        },
        ui.money(amount),
      ),
    ),
    button(
      ui,
      {
        name: `${verb}-other`,
        class: "choice",
        label: `${ui.t(`card.${verb}`)}: ${ui.t("amount.other")}`,
        tap: () => ui.sheets.open(new AmountSheet(ui, action, verb)),
      },
      "…",
    ),
  );
}

/** @param {Ui} ui @param {LegalAction} action @param {string} effect @param {Key} text */
function effectButton(ui, action, effect, text) {
  return button(
    ui,
    { name: effect, class: "choice", tap: () => recordCard(ui, action, effect) },
    ui.t(text),
  );
}

/** @param {Ui} ui @param {Key} text @param {Sheet} sheet */
function sheetButton(ui, text, sheet) {
  return button(
    ui,
    { name: sheet.name, class: "choice", tap: () => ui.sheets.open(sheet) },
    `${ui.t(text)} …`,
  );
}
