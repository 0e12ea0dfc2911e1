/**
 * The result: the circuit paid out deed by deed, the figures to re-add, the players' word.
 *
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {{square: number, owner: string, amount: number, text: string}} Stop
 * @typedef {{players: {id: string, lines: {text: string, amount: number}[], total: number}[],
 *   circuit: Stop[]}} StatementLines
 * @typedef {{players: {id: string, place: number, final: number}[]}} Statement
 */
import { DisputeSheet } from "./dispute.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button, playerName, refusals, token } from "./widgets.js";

/**
 * The result: the circuit paid out deed by deed, the figures to re-add, the players' word.
 *
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function statementPanel(ui) {
  /** @type {StatementLines | null} */
  const lines = ui.ask("lines", () => ui.tablet.statementLines());
  /** @type {Statement | null} */
  const statement = ui.ask("statement", () => ui.tablet.statement());
  if (lines === null || statement === null)
    return [h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"))];
  /** @type {number} */
  const stopsPaid = ui.draft("stops-paid") ?? 0;
  const stop = ui.finalised ? undefined : lines.circuit[stopsPaid];
  ui.local.board.markedSquare = stop?.square ?? null;
  if (stop) return stopPanel(ui, stop, stopsPaid + 1, lines.circuit.length);
  return [
    h(
      "div",
      { class: "scroll", key: "statement" },
      refusals(ui),
      h(
        "ol",
        { class: "results" },
        byPlace(statement.players).map((each) =>
          h(
            "li",
            { key: each.id },
            resultCard(ui, each, lines.players.find((line) => line.id === each.id)?.lines ?? []),
          ),
        ),
      ),
    ),
    h("div", { class: "entry", key: "entry" }, agreement(ui)),
  ];
}

/**
 * One stop of the Treasurer's round.
 *
 * @param {Ui} ui
 * @param {Stop} stop
 * @param {number} index from 1
 * @param {number} count
 * @returns {VNode[]}
 */
function stopPanel(ui, stop, index, count) {
  /** @param {number} to */
  const go = (to) => {
    ui.keepDraft("stops-paid", to);
    ui.draw();
  };
  return [
    h(
      "div",
      { class: "scroll", key: "walk", "aria-live": "polite" },
      h("p", { class: "quiet" }, ui.t("walk.stop", { n: index, count })),
      h("h2", {}, ui.placeName(stop.square)),
      h(
        "p",
        { class: "row-line big" },
        token(ui, stop.owner),
        playerName(ui, stop.owner),
        h("strong", { class: "end" }, ui.money(stop.amount)),
      ),
      stop.text === ui.square(stop.square).name ? null : h("p", { class: "quiet" }, stop.text),
    ),
    h(
      "div",
      { class: "entry", key: "walk-entry" },
      button(
        ui,
        {
          name: `paid-${index}`,
          class: "button primary wide",
          icon: "check",
          tap: () => go(index),
        },
        ui.t(stop.amount > 0 ? "walk.paid" : "walk.next"),
      ),
      h(
        "div",
        { class: "actions" },
        index > 1
          ? button(
              ui,
              { name: `back-${index}`, icon: "back", tap: () => go(index - 2) },
              ui.t("back"),
            )
          : null,
        button(ui, { name: "walk-all", tap: () => go(count) }, ui.t("walk.all")),
      ),
    ),
  ];
}

/**
 * @template {{place: number}} T
 * @param {T[]} players
 */
function byPlace(players) {
  return [...players].sort((a, b) => a.place - b.place);
}

/**
 * @param {Ui} ui
 * @param {{id: string, place: number, final: number}} result
 * @param {{text: string, amount: number}[]} lines
 */
function resultCard(ui, { id, place, final }, lines) {
  const { confirmation } = ui.state;
  const { agreeing } = ui.local.statement;
  const agreed = confirmation?.confirmed.includes(id) || agreeing.has(id);
  return h(
    "article",
    { class: `result ${place === 1 ? "first" : ""}`, key: id },
    h(
      "header",
      { class: "row-line" },
      h("span", { class: "place" }, place),
      token(ui, id),
      h("h3", {}, playerName(ui, id)),
      h("strong", { class: "end" }, ui.money(final)),
    ),
    lines.length === 0
      ? null
      : h(
          "details",
          {},
          h("summary", {}, ui.t("statement.lines")),
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
                  h("td", {}, ui.change(line.amount)),
                ),
              ),
            ),
            h(
              "tfoot",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "row" }, ui.t("statement.final")),
                h("td", {}, ui.money(final)),
              ),
            ),
          ),
        ),
    handedIn(ui)
      ? null
      : button(
          ui,
          {
            name: `agree-${id}`,
            class: "choice",
            icon: agreed ? "check" : undefined,
            pressed: agreed,
            tap: () => {
              if (!agreeing.delete(id)) agreeing.add(id);
              ui.draw();
            },
          },
          h(
            "span",
            {},
            ui.tWithNames(agreed ? "statement.agreed" : "statement.agree", {
              name: playerName(ui, id),
            }),
          ),
        ),
  );
}

/** Whether the players have said all they can say here. @param {Ui} ui */
function handedIn(ui) {
  return ui.finalised || disputed(ui) || confirmed(ui);
}

/** @param {Ui} ui */
function disputed({ state }) {
  return state.gameState === "disputed" || (state.confirmation?.disputed ?? []).length > 0;
}

/** Whether all who have to confirm have, as far as this tablet knows. @param {Ui} ui */
function confirmed(ui) {
  const given = ui.state.confirmation?.confirmed ?? [];
  return required(ui).every((id) => given.includes(id));
}

/** The players still in the game at its end. @param {Ui} ui */
function required(ui) {
  return ui.view.players.filter((each) => !each.out).map((each) => each.id);
}

/** @param {Ui} ui @returns {VNode | VNode[]} */
function agreement(ui) {
  if (ui.finalised) return [...closingNotice(ui), leaveButton(ui)];
  if (disputed(ui)) return statusNotice(ui, "alert", "statement.disputed");
  if (confirmed(ui))
    return statusNotice(ui, "waiting", contested(ui) ? "statement.contested" : "statement.waiting");
  const given = new Set([
    ...ui.local.statement.agreeing,
    ...(ui.state.confirmation?.confirmed ?? []),
  ]);
  const missing = required(ui).filter((id) => !given.has(id)).length;
  return [
    button(
      ui,
      {
        name: "hand-in",
        class: "button primary wide",
        icon: "check",
        disabled: missing > 0,
        tap: () => handIn(ui),
      },
      missing > 0 ? ui.t("statement.missing", { n: missing }) : ui.t("statement.hand_in"),
    ),
    button(
      ui,
      {
        name: "dispute",
        class: "button wide",
        icon: "judge",
        tap: () => ui.sheets.open(new DisputeSheet(ui)),
      },
      ui.t("statement.dispute"),
    ),
  ];
}

/** What became of a game that is over. @param {Ui} ui */
function closingNotice(ui) {
  const { choice } = ui.state.confirmation ?? {};
  if (choice && choice.source !== "log") return statusNotice(ui, "alert", "statement.other_counts");
  return statusNotice(ui, "check", confirmed(ui) ? "statement.handed_in" : "statement.corrected");
}

/** Whether the table has another result, about which the chief referee decides. @param {Ui} ui */
function contested(ui) {
  return ui.state.confirmation?.blocked_by.includes("result") ?? false;
}

/** What is left to do when all is done: the tablet goes on to its next table. @param {Ui} ui */
function leaveButton(ui) {
  return button(
    ui,
    { name: "onward", class: "button wide", tap: () => ui.leave() },
    ui.t(ui.state.table?.practice ? "settings.end_practice" : "settings.unpair"),
  );
}

/** @param {Ui} ui @param {"alert" | "check" | "waiting"} name @param {import("./i18n.js").Key} key */
function statusNotice(ui, name, key) {
  return [
    h(
      "p",
      { class: "notice", role: "status" },
      icon(name),
      h("b", { class: "notice-text" }, ui.t(key)),
    ),
    ui.state.table?.practice ? h("p", { class: "quiet" }, ui.t("practice.result")) : null,
  ];
}

/** @param {Ui} ui */
async function handIn(ui) {
  await ui.tablet.confirm({ players: [...ui.local.statement.agreeing] });
  ui.draw();
}
