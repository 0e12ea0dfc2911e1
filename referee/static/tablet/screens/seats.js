import { dicePad } from "./dice.js";
import { h } from "./dom.js";
import { button, choices, refusals, roleWord } from "./parts.js";
import { QuickSheet } from "./quick.js";

/**
 * @import { Division, Setup } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 * @import { VNode } from "./dom.js"
 *
 * @typedef {Setup["seats"][number]} Seat
 */

/**
 * Who sits where, who is what, and who begins (R4, R6).
 *
 * @param {Desk} desk
 */
export function seatsScreen(desk) {
  const { setup } = desk.state;
  if (setup === null) return null;
  const { division } = setup;
  const thrown = setup.roles === "thrown" && division !== null;
  return h(
    "div",
    { class: "seats", key: "seats" },
    h("section", { class: "seat-list" }, h("h2", {}, desk.t("seats.title")), seatList(desk, setup)),
    h("section", { class: "panel" }, thrown ? stage(desk, setup, division) : drawn(desk)),
  );
}

/** @param {Desk} desk @param {Setup} setup */
function seatList(desk, { seats, division }) {
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
        seatRow(desk, seat, division),
      ),
    ),
  );
}

/** Who throws or chooses now. @param {Division} division */
function actingPlayer({ throwing, choosing }) {
  return choosing ?? throwing[0] ?? null;
}

/** @param {Desk} desk @param {Seat} seat @param {Division | null} division */
function seatRow(desk, seat, division) {
  const divided = division?.players.find((each) => each.id === seat.player);
  const role = divided ? divided.role : seat.role;
  const throws = divided?.throws ?? [];
  return [
    h("span", { class: `token large ${role ?? "unassigned"}`, "aria-hidden": "true" }, seat.seat),
    h(
      "span",
      { class: "player-words" },
      h("bdi", { class: "name" }, seat.name),
      h("small", {}, roleWord(desk, role) || desk.t("seats.no_role")),
    ),
    h(
      "span",
      { class: "throws end" },
      throws
        .map((dice) => `${dice.join(" + ")} = ${dice.reduce((sum, die) => sum + die, 0)}`)
        .join(" · "),
    ),
  ];
}

/** @param {Desk} desk @returns {VNode[]} */
function drawn(desk) {
  return [
    h(
      "div",
      { class: "scroll", key: "drawn" },
      h("h2", {}, desk.t("seats.drawn")),
      h("p", {}, desk.t("seats.drawn_text")),
    ),
    h("div", { class: "entry", key: "entry" }, startButtons(desk)),
  ];
}

/** @param {Desk} desk */
function startButtons(desk) {
  return [
    refusals(desk),
    button(
      desk,
      { name: "start", class: "button primary wide", icon: "flag", tap: () => start(desk) },
      desk.t("seats.start"),
    ),
    button(
      desk,
      {
        name: "quick",
        class: "button wide",
        tap: async () => {
          if (await start(desk)) desk.open(new QuickSheet(desk));
        },
      },
      desk.t("quick"),
    ),
  ];
}

/** @param {Desk} desk */
async function start(desk) {
  const outcome = await desk.tablet.start();
  desk.refusals = outcome.refusals;
  desk.draw();
  return outcome.recorded;
}

/** @param {Desk} desk @param {Setup} setup @param {Division} division @returns {VNode[]} */
function stage(desk, setup, division) {
  const player = actingPlayer(division);
  const name = setup.seats.find((each) => each.player === player)?.name ?? "";
  const body =
    player === null
      ? swapping(desk, division)
      : division.choosing
        ? choosing(desk, division, player, name)
        : throwing(desk, division, player, name);
  const again = division.players.some((each) => each.throws.length > 0);
  return [
    h(
      "div",
      { class: "scroll", key: "stage" },
      division.refusals.map((each) => h("p", { class: "notice bad", role: "alert" }, each.text)),
      player === null ? null : refusals(desk),
      body.words,
    ),
    h(
      "div",
      { class: "entry", key: "entry" },
      body.entry,
      again
        ? button(
            desk,
            {
              name: "undo",
              icon: "undo",
              class: "button wide",
              tap: () => divide(desk, { step: "undo" }),
            },
            desk.t("undo"),
          )
        : null,
    ),
  ];
}

/** @typedef {{words: VNode[], entry: VNode | VNode[]}} Stage */

/** @param {Desk} desk @param {Division} division @param {string} player @param {string} name @returns {Stage} */
function throwing(desk, division, player, name) {
  return {
    words: [
      h("h2", {}, desk.t("seats.throw", { name })),
      h("p", {}, desk.t(division.tied ? "seats.tied" : "seats.throw_text")),
    ],
    entry: dicePad(desk, {
      name: "die",
      value: desk.dice,
      prefilled: desk.held,
      set: (dice) => {
        desk.dice = dice;
        desk.draw();
      },
      done: (dice) => {
        desk.settle();
        return divide(desk, { step: "throw", player, dice });
      },
    }),
  };
}

/** @param {Desk} desk @param {Division} division @param {string} player @param {string} name @returns {Stage} */
function choosing(desk, division, player, name) {
  const roles = /** @type {const} */ (["competitor", "monopolist"]);
  return {
    words: [h("h2", {}, desk.t("seats.choose", { name })), h("p", {}, desk.t("seats.choose_text"))],
    entry: roles.map((role) =>
      button(
        desk,
        {
          name: `role-${role}`,
          class: `button wide role-button ${role}`,
          disabled: !division.allowed.includes(role),
          tap: () => divide(desk, { step: "choose", player, role }),
        },
        desk.t(`role.${role}`),
        division.allowed.includes(role) ? null : h("small", {}, desk.t("seats.uneven")),
      ),
    ),
  };
}

/** @param {Desk} desk @param {Division} division @returns {Stage} */
function swapping(desk, division) {
  return {
    words: [
      h("h2", {}, desk.t("seats.ready")),
      h("p", {}, desk.t("seats.swap_text")),
      choices(desk, {
        name: "swap",
        label: desk.t("seats.swap"),
        value: desk.swapping,
        options: division.players.map((each) => ({
          value: each.id,
          text: [h("bdi", {}, each.name), h("small", {}, ` ${roleWord(desk, each.role)}`)],
        })),
        choose: (id) => swap(desk, id),
      }),
    ],
    entry: startButtons(desk),
  };
}

/** @param {Desk} desk @param {string} id the first or the second of two who trade roles */
function swap(desk, id) {
  const { swapping: first } = desk;
  desk.swapping = first === null ? id : null;
  if (first !== null && first !== id) return divide(desk, { step: "swap", a: first, b: id });
  return desk.draw();
}

/** @param {Desk} desk @param {Parameters<Desk["tablet"]["divide"]>[0]} step */
async function divide(desk, step) {
  /** @type {Division | null} */
  const made = await desk.inTurn(() => desk.tablet.divide(step));
  const again = made !== null && made.choosing === null && made.throwing.length > 0;
  desk.takeEarly(again && "dice" in step);
  desk.draw();
}
