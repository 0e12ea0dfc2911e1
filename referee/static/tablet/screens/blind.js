import { cardPicker } from "./cards.js";
import { groupName } from "./deeds.js";
import { dicePad, dieRow } from "./dice.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button, choices, playerChoices, refusals } from "./parts.js";

/**
 * @import { BoardEvent, SquareView } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {(typeof KINDS)[number]} Kind
 */

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

/** Kinds that are told by a tap alone. @type {readonly string[]} */
const PLAIN = ["buy", "pay_fine", "pass", "adjusted"];

const DEED_EVENTS = /** @type {const} */ (["build", "sell", "mortgage", "redeem"]);

/** Whether nobody can say what is legal now: no engine here, and no server in reach. */
/** @param {Desk} desk */
export function unjudged(desk) {
  return desk.state.judge === "nobody" || desk.state.judge === "loading";
}

/**
 * Without an engine and without the server, what happens is written down and judged later.
 *
 * @param {Desk} desk
 * @returns {VNode[]}
 */
export function blindPanel(desk) {
  const ids = desk.view.players.filter((each) => !each.out).map((each) => each.id);
  const id = desk.writer !== null && ids.includes(desk.writer) ? desk.writer : (ids[0] ?? "");
  return [
    h(
      "p",
      { class: "notice bad", role: "status", key: "blind" },
      icon("alert"),
      h("span", { class: "notice-text" }, desk.t("blind.text")),
    ),
    h(
      "div",
      { class: "scroll", key: "blind-scroll" },
      playerChoices(desk, {
        name: "writer",
        label: desk.t("players"),
        value: id,
        ids,
        choose: (chosen) => {
          desk.writer = chosen;
          desk.draw();
        },
      }),
      choices(desk, {
        name: "blind",
        label: desk.t("panel"),
        value: desk.kind,
        options: KINDS.map((value) => ({ value, text: desk.t(`blind.${value}`) })),
        choose: (kind) => {
          desk.kind = kind;
          desk.dice = [null, null];
          desk.draw();
        },
      }),
      refusals(desk),
      desk.noted.length === 0
        ? null
        : h(
            "ol",
            { class: "ledger" },
            desk.noted
              .slice(-6)
              .reverse()
              .map((text) => h("li", {}, text)),
          ),
    ),
    h("div", { class: "entry", key: `blind-${desk.kind}` }, form(desk, id)),
  ];
}

/** @param {Desk} desk @param {string} player @returns {VNode | VNode[]} */
function form(desk, player) {
  const kind = /** @type {Kind} */ (desk.kind);
  const note = (/** @type {object} */ more) => write(desk, { type: kind, player, ...more });
  if (PLAIN.includes(kind)) return plain(desk, () => note({}));
  if (kind === "time" || kind === "retain") return plain(desk, () => write(desk, { type: kind }));
  if (kind === "income_tax") return taxes(desk, note);
  if (kind === "foundation")
    return dieRow(desk, {
      name: "foundation",
      label: desk.t("die.only"),
      value: null,
      tap: (die) => note({ die }),
    });
  if (kind === "deed") return deeds(desk, player);
  if (kind === "card" && !desk.view.cardsByDice) {
    return cardPicker(desk, {
      type: "card",
      player,
      needs: ["effect"],
      text: "",
      event: { type: "card", player },
    });
  }
  return dicePad(desk, {
    name: "die",
    value: desk.dice,
    prefilled: false,
    set: (dice) => {
      desk.dice = dice;
      desk.draw();
    },
    done: (dice) => note({ dice }),
  });
}

/** @param {Desk} desk @param {() => unknown} tap */
function plain(desk, tap) {
  return button(
    desk,
    { name: `write-${desk.kind}`, class: "button primary wide", tap },
    desk.t("record"),
  );
}

/** @param {Desk} desk @param {(more: object) => unknown} note */
function taxes(desk, note) {
  return h(
    "div",
    { class: "actions" },
    /** @type {const} */ (["flat", "percent"]).map((choice) =>
      button(
        desk,
        { name: `tax-${choice}`, class: "button primary", tap: () => note({ choice }) },
        desk.t(`blind.${choice}`),
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} player */
function deeds(desk, player) {
  const chosen = desk.view.squares.find((each) => each.square === desk.deed);
  if (!chosen) return deedChoice(desk);
  return [
    button(
      desk,
      { name: "other-deed", class: "choice row", icon: "back", tap: () => choose(desk, null) },
      desk.placeName(chosen.square),
    ),
    h(
      "div",
      { class: "actions" },
      DEED_EVENTS.map((type) =>
        button(
          desk,
          {
            name: `${type}-${chosen.square}`,
            tap: () => write(desk, { type, player, square: chosen.square }),
          },
          desk.t(`deed.${type}`),
        ),
      ),
    ),
  ];
}

/** @param {Desk} desk */
function deedChoice(desk) {
  const priced = desk.view.squares.filter((each) => each.price !== null);
  return h(
    "div",
    { class: "list two blind-deeds" },
    priced.map((each) =>
      button(
        desk,
        { name: `deed-${each.square}`, class: "choice row", tap: () => choose(desk, each) },
        desk.placeName(each.square),
        h("small", {}, groupName(desk, each.city ?? each.kind)),
      ),
    ),
  );
}

/** @param {Desk} desk @param {SquareView | null} square */
function choose(desk, square) {
  desk.deed = square?.square ?? null;
  desk.draw();
}

/** @param {Desk} desk @param {BoardEvent} event */
async function write(desk, event) {
  desk.dice = [null, null];
  const outcome = await desk.record(event);
  if (!outcome.recorded) return;
  const who = event.player ? `${desk.player(event.player).name}: ` : "";
  const what = Array.isArray(event.dice) ? ` ${event.dice.join(" + ")}` : "";
  const where =
    typeof event.square === "number"
      ? `${desk.t(/** @type {"deed.build"} */ (`deed.${event.type}`))} ${desk.placeName(event.square)}`
      : desk.t(`blind.${/** @type {Kind} */ (event.type)}`);
  desk.noted = [...desk.noted, `${who}${where}${what}`];
  desk.draw();
}
