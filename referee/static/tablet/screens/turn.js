import { cardPicker } from "./cards.js";
import { deedRow } from "./deeds.js";
import { byDice } from "./desk.js";
import { dicePad, dieRow } from "./dice.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { TradeSheet } from "./trade.js";
import { button, playerName, refusals, roleWord, rule, token } from "./parts.js";

/**
 * @import { LegalAction } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 * @import { VNode } from "./dom.js"
 */

/** Events that stand beside the dice as buttons of their own. */
const BESIDE_DICE = ["pay_fine", "pass", "bankrupt"];

/**
 * The panel while the game is played: who acts, what has just happened, what to enter.
 *
 * @param {Desk} desk
 * @returns {VNode[]}
 */
export function turnPanel(desk) {
  return [
    turnHead(desk),
    h(
      "div",
      { class: "scroll", key: "told" },
      refusals(desk),
      takenBack(desk),
      debts(desk),
      told(desk),
    ),
    h("div", { class: "entry", key: "entry" }, beside(desk), offer(desk), entry(desk)),
  ];
}

/** @param {Desk} desk */
export function actor(desk) {
  const { open, next, dues, onTurn } = desk.view;
  return open?.player ?? dues[0]?.debtor ?? next ?? onTurn;
}

/** @param {Desk} desk */
function turnHead(desk) {
  const id = actor(desk);
  if (id === null)
    return h("header", { class: "turn-head", key: "head" }, h("h2", {}, desk.t("turn.nobody")));
  const player = desk.player(id);
  return h(
    "header",
    { class: `turn-head ${player.role ?? ""}`, key: "head" },
    token(desk, id, "large"),
    h("div", {}, h("h2", {}, playerName(desk, id)), h("p", { class: "task" }, task(desk))),
    h(
      "div",
      { class: "turn-cash" },
      h("strong", {}, desk.money(player.cash)),
      h("span", {}, roleWord(desk, player.role)),
    ),
  );
}

/** What the player in question does now, in a few words. */
/** @param {Desk} desk */
function task(desk) {
  const { open, dues } = desk.view;
  if (open === null) return desk.t(dues.length > 0 ? "task.debt" : "task.next");
  if (open.kind === "role_square")
    return desk.t(desk.legal("card").some(byDice) ? "task.card_dice" : "task.card");
  if (open.kind === "income_tax") return desk.t("task.income_tax");
  if (open.kind === "foundation") return desk.t("task.foundation");
  if (open.kind === "utility")
    return desk.t("task.utility", { place: desk.placeName(open.square ?? 0) });
  return desk.t(open.kind === "extra_throw" ? "task.again" : "task.throw");
}

/**
 * What was just taken back stays at hand: put back as it was, or entered again with a change.
 *
 * @param {Desk} desk
 */
function takenBack(desk) {
  const event = desk.takenBack;
  if (!event) return null;
  return h(
    "div",
    { class: "notice", role: "status", key: "taken-back" },
    icon("undo"),
    h("p", { class: "notice-text" }, desk.t("undo.done")),
    event.type === "trade"
      ? button(
          desk,
          { name: "change", tap: () => desk.open(TradeSheet.again(desk, event)) },
          desk.t("undo.change"),
        )
      : null,
    button(desk, { name: "put-back", tap: () => desk.record(event) }, desk.t("undo.put_back")),
  );
}

/** What is owed, and what the debtor can raise. @param {Desk} desk */
function debts(desk) {
  const debtors = new Set(desk.view.dues.map((each) => each.debtor));
  const deeds = desk.view.squares.filter((each) => each.owner !== null && debtors.has(each.owner));
  return [
    ...owed(desk),
    deeds.length > 0 && debtors.size > 0
      ? h(
          "ul",
          { class: "deeds", key: "raise" },
          deeds.map((square) => h("li", { key: String(square.square) }, deedRow(desk, square))),
        )
      : null,
  ];
}

/** @param {Desk} desk */
function owed(desk) {
  return desk.view.dues.map((due, index) =>
    h(
      "div",
      { class: "notice bad", key: `due-${index}` },
      icon("alert"),
      h("p", { class: "notice-text" }, due.text, rule(desk, due.rule)),
    ),
  );
}

/**
 * What the last event brought about, to be read out: who pays whom how much and why.
 *
 * @param {Desk} desk
 */
export function told(desk) {
  const { last, warnings } = desk.view;
  const entry = desk.lastEntry();
  const worth = last.filter((each) => each.kind !== "turn");
  const moneyFirst = [
    ...worth.filter((each) => each.amount),
    ...worth.filter((each) => !each.amount),
  ];
  if (!entry) return h("p", { class: "quiet", key: "start" }, desk.t("turn.start"));
  return h(
    "div",
    { class: "told", "aria-live": "polite", key: "last" },
    h("p", { class: "told-head" }, entry.text),
    h(
      "ul",
      { class: "told-list" },
      moneyFirst.map((each) =>
        h(
          "li",
          { class: each.amount ? "money-line" : "" },
          h("span", {}, each.text, rule(desk, each.rule)),
        ),
      ),
    ),
    warnings.map((each) => h("p", { class: "quiet" }, each.text)),
  );
}

/** Ways on besides the dice: leave prison, pass, go bankrupt. */
/** @param {Desk} desk */
function beside(desk) {
  const actions = desk.legal(...BESIDE_DICE);
  if (actions.length === 0) return null;
  return h(
    "div",
    { class: "actions", key: "beside" },
    actions.map((each) =>
      button(
        desk,
        { name: `${each.type}-${each.player}`, tap: () => desk.record(each.event) },
        each.text,
      ),
    ),
  );
}

/** The deed just landed on: bought or not. @param {Desk} desk */
export function offer(desk) {
  const buy = desk.legal("buy")[0];
  if (!buy || desk.declined === desk.view.ledger.length) return null;
  return h(
    "div",
    { class: "actions offer", key: "offer" },
    button(
      desk,
      { name: "buy", class: "button primary", tap: () => desk.record(buy.event) },
      token(desk, buy.player ?? "", "small"),
      h("span", {}, buy.text),
    ),
    button(
      desk,
      {
        name: "skip",
        tap: () => {
          desk.declined = desk.view.ledger.length;
          desk.draw();
        },
      },
      desk.t("offer.skip"),
    ),
  );
}

/** @param {Desk} desk */
function entry(desk) {
  const { open } = desk.view;
  if (open?.kind === "income_tax") return taxChoice(desk);
  if (open?.kind === "foundation") return foundationDie(desk);
  const card = desk.legal("card")[0];
  if (card && !byDice(card)) return cardPicker(desk, card);
  const action = desk.awaitedThrow();
  return action ? thrown(desk, action) : null;
}

/** @param {Desk} desk @param {LegalAction} action */
function thrown(desk, action) {
  return dicePad(desk, {
    name: "die",
    value: desk.dice,
    prefilled: desk.held || Array.isArray(desk.takenBack?.dice),
    set: (dice) => {
      desk.dice = dice;
      desk.draw();
    },
    done: (dice) => {
      desk.dice = [null, null];
      return desk.record({ ...action.event, dice });
    },
  });
}

/** @param {Desk} desk */
function foundationDie(desk) {
  const action = desk.legal("foundation")[0];
  if (!action) return null;
  return dieRow(desk, {
    name: "foundation",
    label: desk.t("die.only"),
    value: null,
    tap: (die) => desk.record({ ...action.event, die }),
  });
}

/** The ways to pay the income tax, each with what it costs. @param {Desk} desk */
function taxChoice(desk) {
  return h(
    "div",
    { class: "actions", key: "tax" },
    desk.legal("income_tax").map((each) =>
      button(
        desk,
        {
          name: `tax-${each.event.choice}`,
          class: "button primary",
          tap: () => desk.record(each.event),
        },
        each.text,
      ),
    ),
  );
}
