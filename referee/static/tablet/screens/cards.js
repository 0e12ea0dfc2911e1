import {
  AMOUNTS,
  AmountSheet,
  DeckSheet,
  EachSheet,
  GambleSheet,
  GotoSheet,
  play,
} from "./card_sheets.js";
import { h } from "./dom.js";
import { button } from "./parts.js";

/**
 * @import { LegalAction } from "../runtime/types.js"
 * @import { Desk, Sheet } from "./desk.js"
 * @import { Key } from "./i18n.js"
 */

/**
 * The card drawn, as one tap for most of the deck.
 *
 * @param {Desk} desk
 * @param {LegalAction} action
 */
export function cardPicker(desk, action) {
  return h(
    "div",
    { class: "card-picker", key: "card" },
    amountRow(desk, action, "collect"),
    amountRow(desk, action, "pay"),
    h(
      "div",
      { class: "choices" },
      plain(desk, action, "none", "card.none"),
      plain(desk, action, "confine", confineWord(desk, action)),
      opener(desk, "card.goto", new GotoSheet(desk, action)),
      opener(desk, "card.collect_each", new EachSheet(desk, action, "collect_each")),
      opener(desk, "card.pay_each", new EachSheet(desk, action, "pay_each")),
      opener(desk, "card.all_collect", new EachSheet(desk, action, "all_collect")),
      opener(desk, "card.gamble", new GambleSheet(desk, action)),
      action.needs.includes("card")
        ? opener(desk, "card.by_code", new DeckSheet(desk, action))
        : null,
    ),
  );
}

/** @param {Desk} desk @param {LegalAction} action @returns {Key} */
function confineWord(desk, action) {
  const role = action.player === null ? "" : desk.player(action.player).role;
  return role === "monopolist" ? "card.prison" : "card.price_war";
}

/** @param {Desk} desk @param {LegalAction} action @param {"collect" | "pay"} verb */
function amountRow(desk, action, verb) {
  return h(
    "div",
    { class: "amount-row", role: "group", "aria-label": desk.t(`card.${verb}`) },
    h("span", { class: "row-label", "aria-hidden": "true" }, desk.t(`card.${verb}`)),
    AMOUNTS.map((amount) =>
      button(
        desk,
        {
          name: `${verb}-${amount}`,
          class: "choice",
          label: `${desk.t(`card.${verb}`)} ${desk.money(amount)}`,
          tap: () => play(desk, action, `${verb} ${amount}`),
        },
        amount,
      ),
    ),
    button(
      desk,
      {
        name: `${verb}-other`,
        class: "choice",
        label: `${desk.t(`card.${verb}`)}: ${desk.t("amount.other")}`,
        tap: () => desk.open(new AmountSheet(desk, action, verb)),
      },
      "…",
    ),
  );
}

/** @param {Desk} desk @param {LegalAction} action @param {string} effect @param {Key} text */
function plain(desk, action, effect, text) {
  return button(
    desk,
    { name: effect, class: "choice", tap: () => play(desk, action, effect) },
    desk.t(text),
  );
}

/** @param {Desk} desk @param {Key} text @param {Sheet} sheet */
function opener(desk, text, sheet) {
  return button(
    desk,
    { name: sheet.name, class: "choice", tap: () => desk.open(sheet) },
    `${desk.t(text)} …`,
  );
}
