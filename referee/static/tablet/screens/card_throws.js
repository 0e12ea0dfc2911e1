/**
 * Cards that may ask for a throw of their own: the gamble, and the printed deck.
 *
 * @import { LegalAction } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { AMOUNTS, recordCard } from "./card_sheets.js";
import { dicePad } from "./dice_pad.js";
import { h } from "./dom.js";
import { button, choices, refusals } from "./widgets.js";

const THRESHOLDS = [7, 8, 9, 10];

/** A card that pays on a high throw. */
export class GambleSheet {
  /** @param {Ui} ui @param {LegalAction} action */
  constructor(ui, action) {
    this.ui = ui;
    this.action = action;
    this.name = "card-gamble";
    this.threshold = 10;
    this.amount = 75;
  }

  title() {
    return this.ui.t("card.gamble");
  }

  body() {
    const { ui } = this;
    return [
      h("p", { class: "row-label" }, ui.t("card.threshold")),
      choices(ui, {
        name: "threshold",
        label: ui.t("card.threshold"),
        value: this.threshold,
        options: THRESHOLDS.map((value) => ({ value, text: value })),
        choose: (value) => {
          this.threshold = value;
          ui.draw();
        },
      }),
      h("p", { class: "row-label" }, ui.t("card.collect")),
      choices(ui, {
        name: "gamble",
        label: ui.t("card.collect"),
        value: this.amount,
        options: AMOUNTS.map((value) => ({ value, text: ui.money(value) })),
        choose: (value) => {
          this.amount = value;
          ui.draw();
        },
      }),
      refusals(ui),
      h("p", { class: "row-label" }, ui.t("card.gamble_throw")),
      dicePad(ui, {
        name: "gamble-die",
        value: null,
        done: (dice) =>
          recordCard(ui, this.action, `gamble ${this.threshold} collect ${this.amount}`, { dice }),
      }),
    ];
  }
}

/** The printed deck of the edition, card by card. */
export class DeckSheet {
  /** @param {Ui} ui @param {LegalAction} action */
  constructor(ui, action) {
    this.ui = ui;
    this.action = action;
    this.name = "card-deck";
    /** @type {string | null} a card that asks for a throw */
    this.gamble = null;
  }

  title() {
    return this.ui.t("card.by_code");
  }

  body() {
    return [refusals(this.ui), this.gamble ? this.throwFor(this.gamble) : this.list()];
  }

  list() {
    const { ui } = this;
    const letter =
      this.action.player && ui.player(this.action.player).role === "monopolist" ? "M" : "C";
    return h(
      "div",
      { class: "list two" },
      ui.view.deck
        .filter((each) => each.card.startsWith(letter))
        .map((each) =>
          button(
            ui,
            {
              name: `card-${each.card}`,
              class: "choice row",
              tap: () => this.choose(each),
            },
            h("span", { class: "square-number" }, each.card),
            each.text,
          ),
        ),
    );
  }

  /** @param {string} card */
  throwFor(card) {
    const { ui } = this;
    return dicePad(ui, {
      name: "deck-die",
      value: null,
      done: (dice) => this.record(card, { dice }),
    });
  }

  /** @param {{card: string, effect: string}} each */
  choose({ card, effect }) {
    if (!effect.startsWith("gamble")) return this.record(card, {});
    this.gamble = card;
    return this.ui.draw();
  }

  /** @param {string} card @param {object} more */
  record(card, more) {
    return this.ui.recordAndClose({ ...this.action.event, card, ...more });
  }
}
