import { DisputeSheet } from "./dispute.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button, playerName, refusals, token } from "./parts.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {{square: number, owner: string, amount: number, text: string}} Stop
 * @typedef {{players: {id: string, lines: {text: string, amount: number}[], total: number}[],
 *   circuit: Stop[]}} Lines
 * @typedef {{players: {id: string, place: number, final: number}[]}} Statement
 */

/**
 * The result: the circuit paid out deed by deed, the figures to re-add, the players' word.
 *
 * @param {Desk} desk
 * @returns {VNode[]}
 */
export function statementPanel(desk) {
  /** @type {Lines | null} */
  const lines = desk.ask("lines", () => desk.tablet.statementLines());
  /** @type {Statement | null} */
  const statement = desk.ask("statement", () => desk.tablet.statement());
  if (lines === null || statement === null)
    return [h("p", { class: "quiet", role: "status" }, desk.t("adjust.working"))];
  const walk = lines.circuit.slice(desk.walked);
  const stop = desk.finalised ? undefined : walk[0];
  desk.marked = stop?.square ?? null;
  if (stop) return walkPanel(desk, stop, desk.walked + 1, lines.circuit.length);
  return [
    h(
      "div",
      { class: "scroll", key: "statement" },
      refusals(desk),
      h(
        "ol",
        { class: "results" },
        places(statement.players).map((each) =>
          h(
            "li",
            { key: each.id },
            resultCard(desk, each, lines.players.find((line) => line.id === each.id)?.lines ?? []),
          ),
        ),
      ),
    ),
    h("div", { class: "entry", key: "entry" }, agreement(desk)),
  ];
}

/**
 * One stop of the Treasurer's round.
 *
 * @param {Desk} desk
 * @param {Stop} stop
 * @param {number} index from 1
 * @param {number} count
 * @returns {VNode[]}
 */
function walkPanel(desk, stop, index, count) {
  /** @param {number} to */
  const go = (to) => {
    desk.walked = to;
    desk.draw();
  };
  return [
    h(
      "div",
      { class: "scroll", key: "walk", "aria-live": "polite" },
      h("p", { class: "quiet" }, desk.t("walk.stop", { n: index, count })),
      h("h2", {}, desk.placeName(stop.square)),
      h(
        "p",
        { class: "row-line big" },
        token(desk, stop.owner),
        playerName(desk, stop.owner),
        h("strong", { class: "end" }, desk.money(stop.amount)),
      ),
      stop.text === desk.square(stop.square).name ? null : h("p", { class: "quiet" }, stop.text),
    ),
    h(
      "div",
      { class: "entry", key: "walk-entry" },
      button(
        desk,
        {
          name: `paid-${index}`,
          class: "button primary wide",
          icon: "check",
          tap: () => go(index),
        },
        desk.t(stop.amount > 0 ? "walk.paid" : "walk.next"),
      ),
      h(
        "div",
        { class: "actions" },
        index > 1
          ? button(
              desk,
              { name: `back-${index}`, icon: "back", tap: () => go(index - 2) },
              desk.t("back"),
            )
          : null,
        button(desk, { name: "walk-all", tap: () => go(count) }, desk.t("walk.all")),
      ),
    ),
  ];
}

/**
 * @template {{place: number}} T
 * @param {T[]} players
 */
function places(players) {
  return [...players].sort((a, b) => a.place - b.place);
}

/**
 * @param {Desk} desk
 * @param {{id: string, place: number, final: number}} result
 * @param {{text: string, amount: number}[]} lines
 */
function resultCard(desk, { id, place, final }, lines) {
  const { confirmation } = desk.state;
  const said = confirmation?.confirmed.includes(id) || desk.agreed.has(id);
  return h(
    "article",
    { class: `result ${place === 1 ? "first" : ""}`, key: id },
    h(
      "header",
      { class: "row-line" },
      h("span", { class: "place" }, place),
      token(desk, id),
      h("h3", {}, playerName(desk, id)),
      h("strong", { class: "end" }, desk.money(final)),
    ),
    lines.length === 0
      ? null
      : h(
          "details",
          {},
          h("summary", {}, desk.t("statement.lines")),
          h(
            "table",
            {},
            h(
              "tbody",
              {},
              lines.map((line) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, line.text),
                  h("td", {}, desk.change(line.amount)),
                ),
              ),
            ),
            h(
              "tfoot",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "row" }, desk.t("statement.final")),
                h("td", {}, desk.money(final)),
              ),
            ),
          ),
        ),
    handedIn(desk)
      ? null
      : button(
          desk,
          {
            name: `agree-${id}`,
            class: "choice",
            icon: said ? "check" : undefined,
            pressed: said,
            tap: () => {
              if (!desk.agreed.delete(id)) desk.agreed.add(id);
              desk.draw();
            },
          },
          h(
            "span",
            {},
            desk.tx(said ? "statement.agreed" : "statement.agree", { name: playerName(desk, id) }),
          ),
        ),
  );
}

/** Whether the players have said all they can say here. @param {Desk} desk */
function handedIn(desk) {
  return desk.finalised || disputed(desk) || confirmed(desk);
}

/** @param {Desk} desk */
function disputed({ state }) {
  return state.gameState === "disputed" || (state.confirmation?.disputed ?? []).length > 0;
}

/** Whether all who have to confirm have, as far as this tablet knows. @param {Desk} desk */
function confirmed(desk) {
  const given = desk.state.confirmation?.confirmed ?? [];
  return required(desk).every((id) => given.includes(id));
}

/** The players still in the game at its end. @param {Desk} desk */
function required(desk) {
  return desk.view.players.filter((each) => !each.out).map((each) => each.id);
}

/** @param {Desk} desk @returns {VNode | VNode[]} */
function agreement(desk) {
  if (desk.finalised) return [...closed(desk), onward(desk)];
  if (disputed(desk)) return told(desk, "alert", "statement.disputed");
  if (confirmed(desk))
    return told(desk, "waiting", contested(desk) ? "statement.contested" : "statement.waiting");
  const given = new Set([...desk.agreed, ...(desk.state.confirmation?.confirmed ?? [])]);
  const missing = required(desk).filter((id) => !given.has(id)).length;
  return [
    button(
      desk,
      {
        name: "hand-in",
        class: "button primary wide",
        icon: "check",
        disabled: missing > 0,
        tap: () => handIn(desk),
      },
      missing > 0 ? desk.t("statement.missing", { n: missing }) : desk.t("statement.hand_in"),
    ),
    button(
      desk,
      {
        name: "dispute",
        class: "button wide",
        icon: "judge",
        tap: () => desk.open(new DisputeSheet(desk)),
      },
      desk.t("statement.dispute"),
    ),
  ];
}

/** What became of a game that is over. @param {Desk} desk */
function closed(desk) {
  const { choice } = desk.state.confirmation ?? {};
  if (choice && choice.source !== "log") return told(desk, "alert", "statement.other_counts");
  return told(desk, "check", confirmed(desk) ? "statement.handed_in" : "statement.corrected");
}

/** Whether the table has another result, about which the chief referee decides. @param {Desk} desk */
function contested(desk) {
  return desk.state.confirmation?.blocked_by.includes("result") ?? false;
}

/** What is left to do when all is done: the tablet goes on to its next table. @param {Desk} desk */
function onward(desk) {
  return button(
    desk,
    { name: "onward", class: "button wide", tap: () => desk.leave() },
    desk.t(desk.state.table?.practice ? "settings.end_practice" : "settings.unpair"),
  );
}

/** @param {Desk} desk @param {"alert" | "check" | "waiting"} name @param {import("./i18n.js").Key} key */
function told(desk, name, key) {
  return [
    h(
      "p",
      { class: "notice", role: "status" },
      icon(name),
      h("b", { class: "notice-text" }, desk.t(key)),
    ),
    desk.state.table?.practice ? h("p", { class: "quiet" }, desk.t("practice.result")) : null,
  ];
}

/** @param {Desk} desk */
async function handIn(desk) {
  await desk.tablet.confirm({ players: [...desk.agreed] });
  desk.draw();
}
