/**
 * The screen before the start: who sits where, who is what, and who begins (R4, R6).
 *
 * @import { Division, Setup } from "../runtime/types.js"
 * @import { Key } from "./i18n.js"
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {Setup["seats"][number]} Seat
 */
import { dicePad } from "./dice_pad.js";
import { h } from "./dom.js";
import { FinalPositionSheet } from "./final_position.js";
import { hasOtherResult } from "./outcome.js";
import { refereeField } from "./referee.js";
import { missingButton, unansweredAbsences } from "./said_to_chief.js";
import { button, choices, refusals, roleWord, sentence } from "./widgets.js";

/**
 * Who sits where, who is what, and who begins (R4, R6). The notices lie below the seats, on room
 * that is kept for them: they cover no seat, and what is entered stays where it is.
 *
 * @param {Ui} ui
 * @param {VNode} notices
 */
export function seatsScreen(ui, notices) {
  const { setup } = ui.state;
  if (setup === null) return null;
  const { division } = setup;
  const thrown = setup.roles === "thrown" && division !== null;
  return h(
    "div",
    { class: "seats", key: "seats" },
    h(
      "div",
      { class: "seats-told", key: "told" },
      h("section", { class: "seat-list" }, h("h2", {}, ui.t("seats.title")), seatList(ui, setup)),
      notices,
    ),
    h("section", { class: "panel" }, thrown ? divisionPanel(ui, setup, division) : drawnRoles(ui)),
  );
}

/** @param {Ui} ui @param {Setup} setup */
function seatList(ui, { seats, division }) {
  const order = division?.order;
  const sorted = order ? order.flatMap((id) => seats.filter((each) => each.player === id)) : seats;
  const acting = division && actingPlayer(division);
  return h(
    "ol",
    { class: "list" },
    sorted.map((seat) =>
      h(
        "li",
        { key: seat.player, class: `seat ${acting === seat.player ? "active" : ""}` },
        seatRow(ui, seat, division),
      ),
    ),
  );
}

/** Who throws or chooses now. @param {Division} division */
function actingPlayer({ throwing, choosing }) {
  return choosing ?? throwing[0] ?? null;
}

/** @param {Ui} ui @param {Seat} seat @param {Division | null} division */
function seatRow(ui, seat, division) {
  const divided = division?.players.find((each) => each.id === seat.player);
  const role = divided ? divided.role : seat.role;
  const throws = divided?.throws ?? [];
  return [
    h("span", { class: `token large ${role ?? "unassigned"}`, "aria-hidden": "true" }, seat.seat),
    h(
      "span",
      { class: "player-words" },
      h("bdi", { class: "name" }, seat.name),
      h("small", {}, roleWord(ui, role) || ui.t("seats.no_role")),
    ),
    h(
      "span",
      { class: "throws end" },
      throws
        .map((dice) => `${dice.join(" + ")} = ${dice.reduce((sum, die) => sum + die, 0)}`)
        .join(" · "),
    ),
    throws.length > 0 ? null : missingButton(ui, seat.player, seat.name),
  ];
}

/** @param {Ui} ui @returns {VNode[]} */
function drawnRoles(ui) {
  return [
    h(
      "div",
      { class: "scroll", key: "drawn" },
      h("h2", {}, ui.t("seats.drawn")),
      beforeStart(ui, "seats.drawn_text"),
      refereeField(ui),
    ),
    h("div", { class: "entry", key: "entry" }, startButtons(ui)),
  ];
}

/** @param {Ui} ui */
function startButtons(ui) {
  const waits = isSomebodyMissing(ui) || hasOtherResult(ui);
  const isOver = ui.state.clock.state === "over";
  return [
    refusals(ui),
    isOver
      ? h("p", { key: "over" }, ui.t("seats.over"))
      : button(
          ui,
          {
            name: "start",
            class: `button wide ${waits ? "" : "primary"}`,
            icon: "flag",
            tap: () => start(ui),
          },
          ui.t("seats.start"),
        ),
    button(
      ui,
      {
        name: "final-position",
        class: "button wide",
        tap: async () => {
          if (await start(ui)) ui.sheets.open(new FinalPositionSheet(ui));
        },
      },
      ui.t("final_position"),
    ),
  ];
}

/** Whether the chief has been told of somebody who is missing, and nobody has answered. @param {Ui} ui */
function isSomebodyMissing(ui) {
  return unansweredAbsences(ui).length > 0;
}

/** Before the start: what is to be done, or waited for. @param {Ui} ui @param {Key} key */
function beforeStart(ui, key) {
  const waits = isSomebodyMissing(ui);
  return h("p", { role: "status" }, ui.t(waits ? "missing.open" : key));
}

/** @param {Ui} ui */
async function start(ui) {
  const outcome = await ui.tablet.start();
  ui.showRefusals(outcome.refusals);
  return outcome.recorded;
}

/** @param {Ui} ui @param {Setup} setup @param {Division} division @returns {VNode[]} */
function divisionPanel(ui, setup, division) {
  const player = actingPlayer(division);
  const name = setup.seats.find((each) => each.player === player)?.name ?? "";
  const body =
    player === null
      ? swapStep(ui, division)
      : division.choosing
        ? choiceStep(ui, division, player, name)
        : throwStep(ui, division, player, name);
  const again = division.players.some((each) => each.throws.length > 0);
  return [
    h(
      "div",
      { class: "scroll", key: "stage" },
      division.refusals.map((each) =>
        h("div", { class: "notice bad", role: "alert" }, sentence(ui, each)),
      ),
      player === null ? null : refusals(ui),
      body.words,
      again && player !== null ? null : refereeField(ui),
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      body.entry,
      again
        ? button(
            ui,
            {
              name: "undo",
              icon: "undo",
              class: "button wide",
              tap: () => divide(ui, { step: "undo" }),
            },
            ui.t("undo"),
          )
        : null,
    ),
  ];
}

/** @typedef {{words: VNode[], entry: VNode | VNode[]}} Step */

/** @param {Ui} ui @param {Division} division @param {string} player @param {string} name @returns {Step} */
function throwStep(ui, division, player, name) {
  return {
    words: [
      h("h2", {}, ui.t("seats.throw", { name })),
      h("p", {}, ui.t(division.tied ? "seats.tied" : "seats.throw_text")),
    ],
    entry: dicePad(ui, {
      name: "die",
      value: null,
      moment: player,
      done: (dice) => {
        ui.forgetHalfEntered();
        return divide(ui, { step: "throw", player, dice });
      },
    }),
  };
}

/** @param {Ui} ui @param {Division} division @param {string} player @param {string} name @returns {Step} */
function choiceStep(ui, division, player, name) {
  const roles = /** @type {const} */ (["competitor", "monopolist"]);
  return {
    words: [h("h2", {}, ui.t("seats.choose", { name })), h("p", {}, ui.t("seats.choose_text"))],
    entry: roles.map((role) =>
      button(
        ui,
        {
          name: `role-${role}`,
          class: `button wide role-button ${role}`,
          disabled: !division.allowed.includes(role),
          tap: () => divide(ui, { step: "choose", player, role }),
        },
        ui.t(`role.${role}`),
        division.allowed.includes(role) ? null : h("small", {}, ui.t("seats.uneven")),
      ),
    ),
  };
}

/** @param {Ui} ui @param {Division} division @returns {Step} */
function swapStep(ui, division) {
  return {
    words: [
      h("h2", {}, ui.t("seats.ready")),
      beforeStart(ui, "seats.swap_text"),
      choices(ui, {
        name: "swap",
        label: ui.t("seats.swap"),
        value: ui.local.seats.firstToSwap,
        options: division.players.map((each) => ({
          value: each.id,
          text: [h("bdi", {}, each.name), h("small", {}, ` ${roleWord(ui, each.role)}`)],
        })),
        choose: (id) => swap(ui, id),
      }),
    ],
    entry: startButtons(ui),
  };
}

/** @param {Ui} ui @param {string} id the first or the second of two who trade roles */
function swap(ui, id) {
  const { seats } = ui.local;
  const first = seats.firstToSwap;
  seats.firstToSwap = first === null ? id : null;
  if (first !== null && first !== id) return divide(ui, { step: "swap", a: first, b: id });
  return ui.draw();
}

/** @param {Ui} ui @param {Parameters<Ui["tablet"]["divide"]>[0]} step */
async function divide(ui, step) {
  /** @type {Division | null} */
  const division = await ui.afterOthers(() => ui.tablet.divide(step));
  const again = division !== null && division.choosing === null && division.throwing.length > 0;
  ui.takeEarlyDice(again && "dice" in step);
  ui.draw();
}
