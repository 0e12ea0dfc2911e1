/**
 * The panel while the game is played: who acts, what has just happened, what to enter.
 *
 * @import { BoardEvent, LegalAction, PlayerView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 */
import { cardPicker } from "./cards.js";
import { debtorsDeeds, debts, raising } from "./debts.js";
import { dicePad, dieRow } from "./dice_pad.js";
import { h } from "./dom.js";
import { advises } from "./estimate.js";
import { moneyFigure } from "./money_figure.js";
import { pausedEntry } from "./pause.js";
import { retentionTable } from "./retention_table.js";
import { lastCorrection, lastTakenBack, takenBack } from "./taken_back.js";
import { thrownLine } from "./thrown_line.js";
import { byDice } from "./ui.js";
import { button, playerName, refusals, roleWord, sentence, token } from "./widgets.js";

/** So many payments of one event are written large, and no more. */
const MOST_FIGURES = 2;

/** Events that stand beside the dice as buttons of their own. */
const OTHER_WAYS = ["pay_fine", "pass", "bankrupt"];

/**
 * The panel while the game is played: who acts, what has just happened, what to enter.
 *
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function turnPanel(ui) {
  return [
    turnHead(ui),
    h(
      "div",
      { class: "scroll", key: "told" },
      refusals(ui),
      takenBack(ui),
      lastCorrection(ui),
      debts(ui),
      // What was just raised may have paid somebody: that is to be seen before the long list.
      lastEvent(ui),
      debtorsDeeds(ui),
    ),
    ui.paused ? pausedEntry(ui) : turnEntry(ui),
  ];
}

/** @param {Ui} ui */
function turnEntry(ui) {
  const entry = entryOf(ui);
  const ofCard = ui.awaitedThrow()?.type === "card" ? " of-card" : "";
  return h("div", { class: entryClass(entry) + ofCard, key: "entry" }, entry);
}

/**
 * The class of what holds an entry; by `:has` the browser would look anew at each change of a page.
 *
 * @param {ReturnType<typeof entryOf>} entry
 */
export function entryClass([above]) {
  return above ? "entry has-ways" : "entry";
}

/** What may be entered now, but for deeds and trades. @param {Ui} ui */
export function entryOf(ui) {
  return [otherEntries(ui), entryForm(ui)];
}

/** Whether there is something else to tap than a throw. @param {Ui} ui */
export function isChoosing(ui) {
  const raises = advises(ui) && ui.view.debts.some(({ proposal }) => proposal !== null);
  return !ui.paused && (raises || otherActions(ui).length > 0 || Boolean(standingOffer(ui)));
}

/** What stands above the dice, which it never moves. @param {Ui} ui */
function otherEntries(ui) {
  const shown = [raising(ui), otherWays(ui), offer(ui)].filter(Boolean);
  return shown.length > 0 ? h("div", { class: "above-dice", key: "above" }, shown) : null;
}

/** The purchase that somebody may still decide on. @param {Ui} ui */
function standingOffer(ui) {
  const declined = ui.local.offer.declinedAt === ui.moment;
  return declined ? undefined : ui.legal("buy")[0];
}

/** Whose decision is open. @param {Ui} ui */
export function actor(ui) {
  const { open, next, dues, onTurn } = ui.view;
  const buy = standingOffer(ui);
  if (buy) return buy.player;
  return open?.player ?? dues[0]?.debtor ?? next ?? onTurn;
}

/** @param {Ui} ui */
function turnHead(ui) {
  const id = actor(ui);
  if (id === null)
    return h("header", { class: "turn-head", key: "head" }, h("h2", {}, ui.t("turn.nobody")));
  const player = ui.player(id);
  return h(
    "header",
    { class: `turn-head ${player.role ?? ""}`, key: "head" },
    token(ui, id, "large"),
    h(
      "div",
      {},
      h("h2", {}, playerName(ui, id)),
      h("p", { class: "task" }, task(ui), tries(player)),
    ),
    h(
      "div",
      { class: "turn-cash" },
      h("strong", {}, ui.money(player.cash)),
      h("span", {}, roleWord(ui, player.role)),
    ),
  );
}

/** Which try it is to get out of prison or price war. @param {PlayerView} player */
function tries({ confinement }) {
  return confinement === null ? null : h("span", {}, ` · ${confinement}`);
}

/** Whether who acts has to raise cash before anything else. @param {Ui} ui */
function owes(ui) {
  const id = actor(ui);
  return ui.view.dues.some((each) => each.debtor === id);
}

/** What the player in question does now, in a few words. @param {Ui} ui */
export function task(ui) {
  const { open, offer: offered } = ui.view;
  if (owes(ui)) return ui.t("task.debt");
  if (standingOffer(ui) && offered)
    return ui.t("task.offer", {
      place: ui.placeName(offered.square),
      amount: ui.money(offered.price),
    });
  if (open === null) return ui.t("task.next");
  if (open.kind === "role_square")
    return ui.t(ui.legal("card").some(byDice) ? "task.card_dice" : "task.card");
  if (open.kind === "income_tax") return ui.t("task.income_tax");
  if (open.kind === "foundation") return ui.t("task.foundation");
  if (open.kind === "utility")
    return ui.t("task.utility", { place: ui.placeName(open.square ?? 0) });
  return ui.t(open.kind === "extra_throw" ? "task.again" : "task.throw");
}

/**
 * What the last event brought about, to be read out: who pays whom how much and why.
 *
 * @param {Ui} ui
 */
export function lastEvent(ui) {
  const { last, warnings, lastEvent: text } = ui.view;
  const worthTelling = last.filter(
    (each) => !toldElsewhere(ui, each.kind) && each.kind !== "retention",
  );
  const moneyFirst = [
    ...worthTelling.filter((each) => each.amount),
    ...worthTelling.filter((each) => !each.amount),
  ];
  const figures = moneyFirst.filter(({ paid }) => paid).length <= MOST_FIGURES;
  const back = lastTakenBack(ui);
  if (text === null && !back) return h("p", { class: "quiet", key: "start" }, ui.t("turn.start"));
  return h(
    "div",
    { class: "last-event", "aria-live": "polite", key: "last" },
    h("p", { class: "last-event-head" }, back ?? text),
    h(
      "ul",
      { class: "consequences" },
      moneyFirst.map((each) =>
        h(
          "li",
          { class: each.amount ? "money-line" : "" },
          figures ? moneyFigure(ui, each) : null,
          sentence(ui, each),
        ),
      ),
    ),
    back ? null : thrownLine(ui),
    retentionTable(ui, last, { recorded: true }),
    warnings.map((each) => h("div", { class: "quiet" }, sentence(ui, each))),
  );
}

/**
 * Whether the head, a standing debt or offer, or what was taken back says it already.
 *
 * @param {Ui} ui @param {string} kind
 */
function toldElsewhere(ui, kind) {
  const { dues, offer: offered } = ui.view;
  return (
    kind === "turn" ||
    kind === "undo" ||
    (kind === "due" && dues.length > 0) ||
    (kind === "offer" && offered !== null)
  );
}

/** @param {Ui} ui */
function otherActions(ui) {
  const offered = standingOffer(ui)?.player;
  return ui
    .legal(...OTHER_WAYS)
    .filter(({ player }) => offered === undefined || player === offered);
}

/**
 * Ways on besides the dice: leave prison, pass, go bankrupt. Those of who comes next wait until the
 * deed on offer was bought or not.
 *
 * @param {Ui} ui
 */
function otherWays(ui) {
  const actions = otherActions(ui);
  if (actions.length === 0) return null;
  return h(
    "div",
    { class: "actions", key: "beside" },
    actions.map((each) =>
      button(
        ui,
        { name: `${each.type}-${each.player}`, tap: () => ui.recordAndClose(each.event) },
        token(ui, each.player ?? "", "small"),
        each.text,
      ),
    ),
  );
}

/** The deed just landed on: bought or not. @param {Ui} ui */
export function offer(ui) {
  const { refusal = null, price = 0 } = ui.view.offer ?? {};
  if (refusal) return h("p", { class: "quiet reason", key: "offer" }, refusal);
  const buy = standingOffer(ui);
  if (!buy) return null;
  return h(
    "div",
    { class: "actions offer", key: "offer" },
    button(
      ui,
      {
        name: "buy",
        class: "button primary",
        label: buy.text,
        tap: () => ui.recordAndClose(buy.event),
      },
      token(ui, buy.player ?? "", "small"),
      h("span", { class: "in-full" }, buy.text),
      h("span", { class: "in-short" }, ui.t("offer.buy", { amount: ui.money(price) })),
    ),
    button(
      ui,
      {
        name: "skip",
        tap: () => {
          ui.local.offer.declinedAt = ui.moment;
          ui.draw();
        },
      },
      ui.t("offer.skip"),
    ),
  );
}

/** @param {Ui} ui */
function entryForm(ui) {
  const { open } = ui.view;
  if (open?.kind === "income_tax") return taxChoice(ui);
  if (open?.kind === "foundation") return foundationDie(ui);
  const card = ui.legal("card")[0];
  if (card && !byDice(card)) return cardPicker(ui, card);
  const action = ui.awaitedThrow();
  return action ? throwPad(ui, action) : null;
}

/** @param {Ui} ui @param {LegalAction} action */
function throwPad(ui, action) {
  return [endsOffer(ui, action), throwDice(ui, action)];
}

/** Whose dice they are while another decision is open. @param {Ui} ui @param {LegalAction} action */
function endsOffer(ui, action) {
  if (!standingOffer(ui) || action.player === null) return null;
  const name = playerName(ui, action.player);
  return h(
    "p",
    { class: "row-label with-sign", key: "ends" },
    token(ui, action.player, "small"),
    h("span", {}, ui.tWithNames("offer.throw_ends", { name })),
  );
}

/** @param {Ui} ui @param {LegalAction} action */
function throwDice(ui, action) {
  return dicePad(ui, {
    name: "die",
    value: ui.dice.takenBack,
    thrower: action.player && ui.player(action.player).name,
    done: (dice) => ui.recordAndClose({ ...action.event, dice }),
  });
}

/** @param {Ui} ui */
function foundationDie(ui) {
  const action = ui.legal("foundation")[0];
  if (!action) return null;
  return dieRow(ui, {
    name: "foundation",
    label: ui.t("die.only"),
    value: null,
    tap: (die) => ui.recordAndClose({ ...action.event, die }),
  });
}

/** The ways to pay the income tax, each with what it costs. @param {Ui} ui */
function taxChoice(ui) {
  return h(
    "div",
    { class: "actions", key: "tax" },
    ui.legal("income_tax").map((each) =>
      button(
        ui,
        {
          name: `tax-${each.event.choice}`,
          class: "button primary",
          tap: () => ui.recordAndClose(each.event),
        },
        token(ui, each.player ?? "", "small"),
        each.text,
      ),
    ),
  );
}
