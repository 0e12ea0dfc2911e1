/**
 * Sheets for cards that one tap does not tell: another amount, a square, every player of a role.
 *
 * @import { LegalAction } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {"collect_each" | "pay_each" | "all_collect"} EachVerb
 */
import { h } from "./dom.js";
import { paymentSigns } from "./money_figure.js";
import { button, choices, keypad, refusals } from "./widgets.js";

/** Amounts that cards mostly name; any other is typed. */
export const AMOUNTS = [25, 50, 75, 100];
const EACH_AMOUNTS = [10, 15, 20, 25, 50];

/**
 * @param {Ui} ui
 * @param {LegalAction} action
 * @param {string} effect grammar of rule 16
 * @param {object} [more] fields beside the effect
 */
export function recordCard(ui, action, effect, more = {}) {
  return ui.recordAndClose({ ...action.event, effect, ...more });
}

/** Who pays whom by a card. @param {Ui} ui @param {LegalAction} action @param {"collect" | "pay"} verb */
export function cardPayment(ui, { player }, verb) {
  return verb === "pay" ? paymentSigns(ui, player, null) : paymentSigns(ui, null, player);
}

/** An amount that is not among the usual ones. */
export class AmountSheet {
  /** @param {Ui} ui @param {LegalAction} action @param {"collect" | "pay"} verb */
  constructor(ui, action, verb) {
    this.ui = ui;
    this.action = action;
    this.verb = verb;
    this.name = `card-${verb}`;
    /** @type {number | null} */
    this.amount = null;
  }

  /** Whose card it is. */
  about() {
    return this.action.player;
  }

  title() {
    return this.ui.t(`card.${this.verb}`);
  }

  body() {
    const { ui } = this;
    return [
      keypad(ui, {
        name: "amount",
        label: this.title(),
        value: this.amount,
        set: (value) => {
          this.amount = value;
          ui.draw();
        },
      }),
      refusals(ui),
      button(
        ui,
        {
          name: "card-done",
          class: "button primary wide",
          disabled: !this.amount,
          tap: () => recordCard(ui, this.action, `${this.verb} ${this.amount}`),
        },
        cardPayment(ui, this.action, this.verb),
        h("span", {}, ui.t("record")),
        this.amount ? h("strong", {}, ui.money(this.amount)) : null,
      ),
    ];
  }
}

/** The square a card sends the pawn to. */
export class GotoSheet {
  /** @param {Ui} ui @param {LegalAction} action */
  constructor(ui, action) {
    this.ui = ui;
    this.action = action;
    this.name = "card-goto";
  }

  title() {
    return this.ui.t("card.goto");
  }

  body() {
    const { ui, action } = this;
    return [
      refusals(ui),
      h(
        "div",
        { class: "list two" },
        ui.view.squares.map((square) =>
          button(
            ui,
            {
              name: `goto-${square.square}`,
              class: "choice row",
              tap: () => recordCard(ui, action, `goto ${square.square}`),
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
  /** @param {Ui} ui @param {LegalAction} action @param {EachVerb} verb */
  constructor(ui, action, verb) {
    this.ui = ui;
    this.action = action;
    this.verb = verb;
    this.name = `card-${verb}`;
    const drawer = action.player === null ? null : ui.player(action.player).role;
    const own = verb === "all_collect";
    /** @type {string} */
    this.role = (drawer === "competitor") === own ? "competitor" : "monopolist";
    /** @type {number | null} */
    this.amount = null;
  }

  /** Whose card it is. */
  about() {
    return this.action.player;
  }

  title() {
    return this.ui.t(`card.${this.verb}`);
  }

  body() {
    const { ui } = this;
    return [
      choices(ui, {
        name: "role",
        label: ui.t("card.whom"),
        value: this.role,
        options: [
          { value: "competitor", text: ui.t("role.competitors") },
          { value: "monopolist", text: ui.t("role.monopolists") },
        ],
        choose: (role) => {
          this.role = role;
          ui.draw();
        },
      }),
      choices(ui, {
        name: "each",
        label: ui.t("amount"),
        value: this.amount,
        options: EACH_AMOUNTS.map((value) => ({ value, text: ui.money(value) })),
        choose: (value) => recordCard(ui, this.action, `${this.verb} ${this.role} ${value}`),
      }),
      keypad(ui, {
        name: "each-amount",
        label: ui.t("amount.other"),
        value: this.amount,
        set: (value) => {
          this.amount = value;
          ui.draw();
        },
      }),
      refusals(ui),
      button(
        ui,
        {
          name: "card-done",
          class: "button primary wide",
          disabled: !this.amount,
          tap: () => recordCard(ui, this.action, `${this.verb} ${this.role} ${this.amount}`),
        },
        ui.t("record"),
      ),
    ];
  }
}
