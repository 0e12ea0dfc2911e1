/**
 * The panel while nobody can judge: what happens is written down, and judged later.
 *
 * @import { BoardEvent, SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {(typeof KINDS)[number]} Kind
 */
import { cardPicker } from "./cards.js";
import { groupName } from "./deeds.js";
import { dicePad, dieRow } from "./dice_pad.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { pausedEntry } from "./pause.js";
import { button, choices, playerChoices, refusals } from "./widgets.js";

const KINDS = /** @type {const} */ ([
  "roll",
  "buy",
  "card",
  "utility_roll",
  "income_tax",
  "foundation",
  "pay_fine",
  "pass",
  "deed",
  "time",
  "adjusted",
  "retain",
]);

/** Kinds that a tap alone tells. @type {readonly string[]} */
const BY_TAP_ALONE = ["buy", "pay_fine", "pass", "adjusted"];

const DEED_EVENTS = /** @type {const} */ (["build", "sell", "mortgage", "redeem"]);

/** Whether nobody can say what is legal now: no engine here, no server in reach. @param {Ui} ui */
export function nobodyJudges(ui) {
  return ui.state.judge === "nobody" || ui.state.judge === "loading";
}

/**
 * Without an engine and without the server, what happens is written down and judged later.
 *
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function unjudgedPanel(ui) {
  const { unjudged } = ui.local;
  const ids = ui.view.players.filter((each) => !each.out).map((each) => each.id);
  const chosen = unjudged.player;
  const id = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? "");
  return [
    h(
      "p",
      { class: "notice bad", role: "status", key: "unjudged" },
      icon("alert"),
      h("span", { class: "notice-text" }, ui.t("unjudged.text")),
    ),
    h(
      "div",
      { class: "scroll", key: "unjudged-scroll" },
      playerChoices(ui, {
        name: "writer",
        label: ui.t("players"),
        value: id,
        ids,
        choose: (player) => {
          unjudged.player = player;
          ui.draw();
        },
      }),
      choices(ui, {
        name: "unjudged",
        label: ui.t("panel"),
        value: unjudged.kind,
        options: KINDS.map((value) => ({ value, text: ui.t(`unjudged.${value}`) })),
        choose: (kind) => {
          unjudged.kind = kind;
          ui.draw();
        },
      }),
      refusals(ui),
      unjudged.written.length === 0
        ? null
        : h(
            "ol",
            { class: "ledger" },
            unjudged.written
              .slice(-6)
              .reverse()
              .map((text) => h("li", {}, text)),
          ),
    ),
    ui.paused
      ? pausedEntry(ui)
      : h("div", { class: "entry", key: `unjudged-${unjudged.kind}` }, form(ui, id)),
  ];
}

/** @param {Ui} ui @param {string} player @returns {VNode | VNode[]} */
function form(ui, player) {
  const kind = /** @type {Kind} */ (ui.local.unjudged.kind);
  const record = (/** @type {object} */ more) => write(ui, { type: kind, player, ...more });
  if (BY_TAP_ALONE.includes(kind)) return recordButton(ui, () => record({}));
  if (kind === "time" || kind === "retain")
    return recordButton(ui, () => write(ui, { type: kind }));
  if (kind === "income_tax") return taxChoice(ui, record);
  if (kind === "foundation")
    return dieRow(ui, {
      name: "foundation",
      label: ui.t("die.only"),
      value: null,
      tap: (die) => record({ die }),
    });
  if (kind === "deed") return deedForm(ui, player);
  if (kind === "card" && !ui.view.cardsByDice) {
    return cardPicker(ui, {
      type: "card",
      player,
      needs: ["effect"],
      text: "",
      event: { type: "card", player },
    });
  }
  return dicePad(ui, {
    name: "die",
    value: null,
    thrower: ui.player(player).name,
    done: (dice) => record({ dice }),
  });
}

/** @param {Ui} ui @param {() => unknown} tap */
function recordButton(ui, tap) {
  return button(
    ui,
    { name: `write-${ui.local.unjudged.kind}`, class: "button primary wide", tap },
    ui.t("record"),
  );
}

/** @param {Ui} ui @param {(more: object) => unknown} record */
function taxChoice(ui, record) {
  return h(
    "div",
    { class: "actions" },
    /** @type {const} */ (["flat", "percent"]).map((choice) =>
      button(
        ui,
        { name: `tax-${choice}`, class: "button primary", tap: () => record({ choice }) },
        ui.t(`unjudged.${choice}`),
      ),
    ),
  );
}

/** @param {Ui} ui @param {string} player */
function deedForm(ui, player) {
  const chosen = ui.view.squares.find((each) => each.square === ui.local.unjudged.square);
  if (!chosen) return deedChoice(ui);
  return [
    button(
      ui,
      { name: "other-deed", class: "choice row", icon: "back", tap: () => choose(ui, null) },
      ui.placeName(chosen.square),
    ),
    h(
      "div",
      { class: "actions" },
      DEED_EVENTS.map((type) =>
        button(
          ui,
          {
            name: `${type}-${chosen.square}`,
            tap: () => write(ui, { type, player, square: chosen.square }),
          },
          ui.t(`deed.${type}`),
        ),
      ),
    ),
  ];
}

/** @param {Ui} ui */
function deedChoice(ui) {
  const priced = ui.view.squares.filter((each) => each.price !== null);
  return h(
    "div",
    { class: "list two unjudged-deeds" },
    priced.map((each) =>
      button(
        ui,
        { name: `deed-${each.square}`, class: "choice row", tap: () => choose(ui, each) },
        ui.placeName(each.square),
        h("small", {}, groupName(ui, each.city ?? each.kind)),
      ),
    ),
  );
}

/** @param {Ui} ui @param {SquareView | null} square */
function choose(ui, square) {
  ui.local.unjudged.square = square?.square ?? null;
  ui.draw();
}

/** Records an event, and keeps it in sight in words. @param {Ui} ui @param {BoardEvent} event */
async function write(ui, event) {
  const outcome = await ui.record(event);
  if (!outcome.recorded) return;
  const who = event.player ? `${ui.player(event.player).name}: ` : "";
  const what = Array.isArray(event.dice) ? ` ${event.dice.join(" + ")}` : "";
  const where =
    typeof event.square === "number"
      ? `${ui.t(/** @type {"deed.build"} */ (`deed.${event.type}`))} ${ui.placeName(event.square)}`
      : ui.t(`unjudged.${/** @type {Kind} */ (event.type)}`);
  ui.local.unjudged.written.push(`${who}${where}${what}`);
  ui.draw();
}
