/**
 * Every player's cash is counted before retention: one screen, with what differs explained. Whoever is
 * not counted is said not to be.
 *
 * @import { PlayerView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {{cash: Record<string, number | null>, id: string | null}} CountDraft
 *   by player: null where not counted; `id`: whose is being counted
 */
import { h } from "./dom.js";
import { history } from "./recount.js";
import { offer } from "./turn.js";
import { button, keypad, playerName, refusals, token } from "./widgets.js";

/** From this size of the letters on the keypad scrolls with the list, in percent. */
const LARGE_TEXT = 130;

/** Whether somebody's cash is still to be counted, or said not to be. @param {Ui} ui */
export function countDue(ui) {
  return counted(ui).some(({ id }) => !(id in ui.view.counts));
}

/** @param {Ui} ui @returns {VNode[]} */
export function countPanel(ui) {
  const draft = draftOf(ui);
  const players = counted(ui);
  const id = players.find((each) => each.id === draft.id)?.id ?? null;
  const entry = id === null ? null : counting(ui, ui.player(id), draft);
  // In sight however many players there are, where the letters leave room for it.
  const anchored = ui.state.settings.text < LARGE_TEXT;
  return [
    h(
      "div",
      { class: "scroll", key: "cash-count" },
      refusals(ui),
      h("h2", {}, ui.t("count.title")),
      h("p", { class: "quiet" }, ui.t("count.text")),
      h(
        "ul",
        { class: "count-list" },
        players.map((player) => h("li", { key: player.id }, playerRow(ui, player, draft))),
      ),
      anchored ? null : entry,
      id === null ? null : difference(ui, ui.player(id), draft.cash[id] ?? null),
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      offer(ui),
      anchored ? entry : null,
      h("div", { class: "actions" }, doneButtons(ui, players, draft)),
    ),
  ];
}

/** @param {Ui} ui @returns {PlayerView[]} */
function counted(ui) {
  return ui.view.players.filter((each) => !each.out);
}

/** @param {Ui} ui @returns {CountDraft} */
function draftOf(ui) {
  return ui.draft("cash-count") ?? { cash: ui.view.counts, id: counted(ui)[0]?.id ?? null };
}

/** @param {Ui} ui @param {CountDraft} draft */
function keep(ui, draft) {
  ui.keepDraft("cash-count", draft);
  ui.draw();
}

/** @param {Ui} ui @param {PlayerView} player @param {CountDraft} draft */
function playerRow(ui, { id, cash }, draft) {
  const figure = draft.cash[id];
  const differs = typeof figure === "number" && figure !== cash;
  const text = figure === undefined ? "–" : figure === null ? ui.t("count.not") : ui.money(figure);
  return button(
    ui,
    {
      name: `count-${id}`,
      class: "choice row",
      pressed: draft.id === id,
      tap: () => keep(ui, { ...draft, id }),
    },
    token(ui, id, "small"),
    playerName(ui, id),
    h(
      "span",
      { class: "end count-figures" },
      h("small", {}, ui.t("recount.logged", { amount: ui.money(cash) })),
      h("strong", { class: differs ? "bad-text" : "" }, text),
    ),
  );
}

/** @param {Ui} ui @param {PlayerView} player @param {CountDraft} draft */
function counting(ui, { id, cash }, draft) {
  const figure = draft.cash[id] ?? null;
  /** @param {number | null} value and on to the next who is not counted yet */
  const decide = (value) => {
    const next = { ...draft.cash, [id]: value };
    const open = counted(ui).find((each) => !(each.id in next));
    keep(ui, { cash: next, id: open?.id ?? null });
  };
  return h(
    "div",
    { class: "stack", key: `counting-${id}` },
    h(
      "div",
      { class: "actions" },
      button(
        ui,
        { name: `count-same-${id}`, icon: "check", tap: () => decide(cash) },
        h("span", {}, ui.t("count.same", { amount: ui.money(cash) })),
      ),
      button(ui, { name: `count-none-${id}`, tap: () => decide(null) }, ui.t("count.not")),
    ),
    keypad(ui, {
      name: `count-cash-${id}`,
      label: ui.t("recount.counted_cash"),
      value: figure,
      set: (value) => {
        const { [id]: _, ...others } = draft.cash;
        keep(ui, { ...draft, cash: value === null ? others : { ...others, [id]: value } });
      },
    }),
  );
}

/** @param {Ui} ui @param {PlayerView} player @param {number | null} counted */
function difference(ui, player, counted) {
  if (counted === null || counted === player.cash) return null;
  const [id, cash] = [player.id, counted];
  const answer = ui.ask(`recount-${id}-${cash}`, () => ui.tablet.recountDifference(id, cash));
  if (!answer) return null;
  return [
    h("p", { class: "bad-text", role: "status" }, h("b", {}, answer.text)),
    history(ui, answer.ledger),
  ];
}

/** @param {Ui} ui @param {PlayerView[]} players @param {CountDraft} draft */
function doneButtons(ui, players, draft) {
  const missing = players.filter(({ id }) => !(id in draft.cash));
  const rest = Object.fromEntries(missing.map(({ id }) => [id, null]));
  return [
    button(
      ui,
      {
        name: "count-done",
        class: "button primary",
        icon: "check",
        disabled: missing.length > 0,
        tap: () => record(ui, draft.cash),
      },
      missing.length > 0 ? ui.t("count.missing", { n: missing.length }) : ui.t("count.done"),
    ),
    missing.length === 0
      ? null
      : button(
          ui,
          {
            name: "count-skip",
            class: "button",
            tap: () => record(ui, { ...draft.cash, ...rest }),
          },
          ui.t(missing.length === players.length ? "count.skip" : "count.skip_rest"),
        ),
  ];
}

/** @param {Ui} ui @param {Record<string, number | null>} cash */
async function record(ui, cash) {
  const outcome = await ui.afterOthers(() => ui.tablet.countCash(cash));
  if (outcome.recorded) ui.forgetHalfEntered();
  ui.showRefusals(outcome.refusals);
}
