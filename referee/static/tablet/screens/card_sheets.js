import { dicePad } from "./dice.js";
import { h } from "./dom.js";
import { button, choices, keypad, refusals } from "./parts.js";

/**
 * @import { LegalAction } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 *
 * @typedef {"collect_each" | "pay_each" | "all_collect"} EachVerb
 */

/** Amounts that cards mostly name; any other is typed. */
export const AMOUNTS = [25, 50, 75, 100];
const EACH_AMOUNTS = [10, 15, 20, 25, 50];
const THRESHOLDS = [7, 8, 9, 10];

/**
 * @param {Desk} desk
 * @param {LegalAction} action
 * @param {string} effect grammar of rule 16
 * @param {object} [more] fields beside the effect
 */
export async function play(desk, action, effect, more = {}) {
  const outcome = await desk.record({ ...action.event, effect, ...more });
  if (outcome.recorded) desk.closeAll();
}

/** An amount that is not among the usual ones. */
export class AmountSheet {
  /** @param {Desk} desk @param {LegalAction} action @param {"collect" | "pay"} verb */
  constructor(desk, action, verb) {
    this.desk = desk;
    this.action = action;
    this.verb = verb;
    this.name = `card-${verb}`;
    /** @type {number | null} */
    this.amount = null;
  }

  title() {
    return this.desk.t(`card.${this.verb}`);
  }

  body() {
    const { desk } = this;
    return [
      keypad(desk, {
        name: "amount",
        label: this.title(),
        value: this.amount,
        set: (value) => {
          this.amount = value;
          desk.draw();
        },
      }),
      refusals(desk),
      button(
        desk,
        {
          name: "card-done",
          class: "button primary wide",
          disabled: !this.amount,
          tap: () => play(desk, this.action, `${this.verb} ${this.amount}`),
        },
        desk.t("record"),
      ),
    ];
  }
}

/** The square a card sends the pawn to. */
export class GotoSheet {
  /** @param {Desk} desk @param {LegalAction} action */
  constructor(desk, action) {
    this.desk = desk;
    this.action = action;
    this.name = "card-goto";
  }

  title() {
    return this.desk.t("card.goto");
  }

  body() {
    const { desk, action } = this;
    return [
      refusals(desk),
      h(
        "div",
        { class: "list two" },
        desk.view.squares.map((square) =>
          button(
            desk,
            {
              name: `goto-${square.square}`,
              class: "choice row",
              tap: () => play(desk, action, `goto ${square.square}`),
            },
            h("span", { class: "square-number" }, square.square),
            square.name,
            square.city ? h("span", { class: "quiet" }, ` · ${square.city}`) : null,
          ),
        ),
      ),
    ];
  }
}

/** A card that moves money between the drawer and every player of one role. */
export class EachSheet {
  /** @param {Desk} desk @param {LegalAction} action @param {EachVerb} verb */
  constructor(desk, action, verb) {
    this.desk = desk;
    this.action = action;
    this.verb = verb;
    this.name = `card-${verb}`;
    const drawer = action.player === null ? null : desk.player(action.player).role;
    const own = verb === "all_collect";
    /** @type {string} */
    this.role = (drawer === "competitor") === own ? "competitor" : "monopolist";
    /** @type {number | null} */
    this.amount = null;
  }

  title() {
    return this.desk.t(`card.${this.verb}`);
  }

  body() {
    const { desk } = this;
    return [
      choices(desk, {
        name: "role",
        label: desk.t("card.whom"),
        value: this.role,
        options: [
          { value: "competitor", text: desk.t("role.competitors") },
          { value: "monopolist", text: desk.t("role.monopolists") },
        ],
        choose: (role) => {
          this.role = role;
          desk.draw();
        },
      }),
      choices(desk, {
        name: "each",
        label: desk.t("amount"),
        value: this.amount,
        options: EACH_AMOUNTS.map((value) => ({ value, text: desk.money(value) })),
        choose: (value) => play(desk, this.action, `${this.verb} ${this.role} ${value}`),
      }),
      keypad(desk, {
        name: "each-amount",
        label: desk.t("amount.other"),
        value: this.amount,
        set: (value) => {
          this.amount = value;
          desk.draw();
        },
      }),
      refusals(desk),
      button(
        desk,
        {
          name: "card-done",
          class: "button primary wide",
          disabled: !this.amount,
          tap: () => play(desk, this.action, `${this.verb} ${this.role} ${this.amount}`),
        },
        desk.t("record"),
      ),
    ];
  }
}

/** A card that pays on a high throw. */
export class GambleSheet {
  /** @param {Desk} desk @param {LegalAction} action */
  constructor(desk, action) {
    this.desk = desk;
    this.action = action;
    this.name = "card-gamble";
    this.threshold = 10;
    this.amount = 75;
    /** @type {(number | null)[]} */
    this.dice = [null, null];
  }

  title() {
    return this.desk.t("card.gamble");
  }

  body() {
    const { desk } = this;
    return [
      h("p", { class: "row-label" }, desk.t("card.threshold")),
      choices(desk, {
        name: "threshold",
        label: desk.t("card.threshold"),
        value: this.threshold,
        options: THRESHOLDS.map((value) => ({ value, text: value })),
        choose: (value) => {
          this.threshold = value;
          desk.draw();
        },
      }),
      h("p", { class: "row-label" }, desk.t("card.collect")),
      choices(desk, {
        name: "gamble",
        label: desk.t("card.collect"),
        value: this.amount,
        options: AMOUNTS.map((value) => ({ value, text: desk.money(value) })),
        choose: (value) => {
          this.amount = value;
          desk.draw();
        },
      }),
      refusals(desk),
      h("p", { class: "row-label" }, desk.t("card.gamble_throw")),
      dicePad(desk, {
        name: "gamble-die",
        value: this.dice,
        prefilled: false,
        set: (dice) => {
          this.dice = dice;
          desk.draw();
        },
        done: (dice) => {
          this.dice = [null, null];
          return play(desk, this.action, `gamble ${this.threshold} collect ${this.amount}`, {
            dice,
          });
        },
      }),
    ];
  }
}

/** The printed deck of the edition, card by card. */
export class DeckSheet {
  /** @param {Desk} desk @param {LegalAction} action */
  constructor(desk, action) {
    this.desk = desk;
    this.action = action;
    this.name = "card-deck";
    /** @type {string | null} a card that asks for a throw */
    this.gamble = null;
    /** @type {(number | null)[]} */
    this.dice = [null, null];
  }

  title() {
    return this.desk.t("card.by_code");
  }

  body() {
    return [refusals(this.desk), this.gamble ? this.throwing(this.gamble) : this.list()];
  }

  list() {
    const { desk } = this;
    const letter =
      this.action.player && desk.player(this.action.player).role === "monopolist" ? "M" : "C";
    return h(
      "div",
      { class: "list" },
      desk.deck(letter).map((each) =>
        button(
          desk,
          {
            name: `card-${each.card}`,
            class: "choice row",
            tap: () => this.take(each),
          },
          h("span", { class: "square-number" }, each.card),
          each.text,
        ),
      ),
    );
  }

  /** @param {string} card */
  throwing(card) {
    const { desk } = this;
    return dicePad(desk, {
      name: "deck-die",
      value: this.dice,
      prefilled: false,
      set: (dice) => {
        this.dice = dice;
        desk.draw();
      },
      done: (dice) => this.send(card, { dice }),
    });
  }

  /** @param {{card: string, effect: string}} each */
  take({ card, effect }) {
    if (!effect.startsWith("gamble")) return this.send(card, {});
    this.gamble = card;
    return this.desk.draw();
  }

  /** @param {string} card @param {object} more */
  async send(card, more) {
    const outcome = await this.desk.record({ ...this.action.event, card, ...more });
    if (outcome.recorded) this.desk.closeAll();
  }
}
