/**
 * What a line of the ledger was entered with, filled in: a change of it proposes another event.
 *
 * @import { BoardEvent, LegalAction } from "../runtime/types.js"
 * @import { MomentUi } from "./moment_ui.js"
 * @import { Child, VNode } from "./dom.js"
 * @import { TwoDice } from "./dice_entry.js"
 *
 * @typedef {(ui: MomentUi, event: BoardEvent) => Child} Form
 */
import { cardPicker } from "./cards.js";
import { dicePad, dieRow } from "./dice_pad.js";
import { h } from "./dom.js";
import { startForm } from "./line_start.js";
import { RecountSheet } from "./recount.js";
import { TradeSheet } from "./trade.js";
import { button, choices } from "./widgets.js";

const DEED_EVENTS = ["build", "sell", "mortgage", "redeem"];

/** Events that say nothing but that they happened have no form. @type {Record<string, Form>} */
const FORMS = {
  roll: dice,
  utility_roll: dice,
  card,
  income_tax: tax,
  start: startForm,
  foundation: oneDie,
  trade: (ui, event) => whole(kept(ui, event, () => TradeSheet.refilled(ui, event))),
  recount: (ui, event) => whole(kept(ui, event, () => RecountSheet.refilled(ui, event))),
  circuit: utilities,
  richest: utilities,
  ...Object.fromEntries(DEED_EVENTS.map((type) => [type, deed])),
};

/**
 * The form of an event, filled in with it.
 *
 * @param {MomentUi} ui of the moment before it
 * @param {BoardEvent} event as it stands, or as it is proposed
 * @returns {Child} null for an event that can only be taken back
 */
export function correctionForm(ui, event) {
  const form = FORMS[event.type];
  return form ? h("div", { class: "stack", key: `form-${event.type}` }, form(ui, event)) : null;
}

/** Whether an entry of this type can be changed. @param {string} type */
export function hasForm(type) {
  return type in FORMS;
}

/** @type {WeakMap<MomentUi, {of: string, sheet: TradeSheet | RecountSheet}>} half changed at a moment */
const sheets = new WeakMap();

/**
 * The sheet that a moment's event is changed on: filled in once.
 *
 * @template {TradeSheet | RecountSheet} T
 * @param {MomentUi} ui
 * @param {BoardEvent} event
 * @param {() => T} make
 * @returns {T}
 */
function kept(ui, event, make) {
  const of = JSON.stringify(event);
  const known = sheets.get(ui);
  const sheet = /** @type {T} */ (known?.of === of ? known.sheet : make());
  sheets.set(ui, { of, sheet });
  return sheet;
}

/** Within another sheet what is pinned below it is a part of it. @param {TradeSheet | RecountSheet} sheet */
function whole(sheet) {
  return [sheet.body(), sheet.pinned()];
}

/** @param {MomentUi} ui @param {BoardEvent} event */
function dice(ui, event) {
  return dicePad(ui, {
    name: "line-die",
    value: /** @type {TwoDice} */ (event.dice),
    done: (thrown) => ui.record({ ...event, dice: thrown }),
  });
}

/** @param {MomentUi} ui @param {BoardEvent} event */
function oneDie(ui, event) {
  return dieRow(ui, {
    name: "line-die",
    label: ui.t("die.only"),
    value: Number(event.die),
    tap: (die) => ui.record({ ...event, die }),
  });
}

/** A card's throw is changed by itself; or another card was drawn. @param {MomentUi} ui @param {BoardEvent} event */
function card(ui, event) {
  const action = ui.legal("card")[0];
  const byHand = "effect" in event || "card" in event;
  return [
    Array.isArray(event.dice) ? dice(ui, event) : null,
    byHand && action ? cardPicker(ui, action) : null,
  ];
}

/** @param {MomentUi} ui @param {BoardEvent} event */
function tax(ui, event) {
  return choices(ui, {
    name: "line-tax",
    label: ui.t("task.income_tax"),
    value: String(event.choice),
    options: ui
      .legal("income_tax")
      .map((each) => ({ value: String(each.event.choice), text: each.text })),
    choose: (choice) => ui.record({ ...event, choice }),
  });
}

/** Another step on another deed of the same player, and how often. @param {MomentUi} ui @param {BoardEvent} event */
function deed(ui, event) {
  const steps = ui.legal(...DEED_EVENTS).filter((each) => each.player === event.player);
  const chosen = steps.find((each) => isSameStep(each.event, event));
  return [
    chosen ? counts(ui, event, chosen) : null,
    h(
      "div",
      { class: "list two" },
      steps.map((each) =>
        button(
          ui,
          {
            name: `line-${each.type}-${each.event.square}`,
            class: "choice row",
            pressed: each === chosen,
            tap: () => ui.record(each.event),
          },
          each.text,
        ),
      ),
    ),
  ];
}

/** @param {MomentUi} ui @param {BoardEvent} event @param {LegalAction} step */
function counts(ui, event, step) {
  const { steps = [] } = step;
  if (steps.length < 2) return null;
  return choices(ui, {
    name: "line-count",
    label: ui.t("line.count"),
    value: Number(event.count ?? 1),
    options: steps.map(({ count, label }) => ({ value: count, text: label })),
    choose: (count) => ui.record({ ...event, count }),
  });
}

/** @param {BoardEvent} one @param {BoardEvent} other */
function isSameStep(one, other) {
  return one.type === other.type && one.square === other.square;
}

/** @param {MomentUi} ui @param {BoardEvent} event @returns {VNode[]} */
function utilities(ui, event) {
  const thrown = /** @type {Record<string, TwoDice>} */ (event.dice ?? {});
  return Object.keys(thrown).flatMap((square) => [
    h("p", { class: "row-label" }, ui.placeName(Number(square))),
    dicePad(ui, {
      name: `line-${square}`,
      value: thrown[square] ?? null,
      done: (dice) => ui.record({ ...event, dice: { ...thrown, [square]: dice } }),
    }),
  ]);
}
