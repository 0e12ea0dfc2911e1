/**
 * What a game began with, to be corrected by the chief referee: who begins in which role, where the
 * table divided the roles itself, and the position it began from.
 *
 * @import { BoardEvent, Header } from "../runtime/types.js"
 * @import { BoardDraft, Entered } from "./board_entry.js"
 * @import { MomentUi } from "./moment_ui.js"
 * @import { Child } from "./dom.js"
 */
import { BoardEntry, draftOf } from "./board_entry.js";
import { h } from "./dom.js";
import { FinalPositionSheet } from "./final_position.js";
import { button, choices, playerName } from "./widgets.js";

/** How a record marks a game of which only the end was entered. */
const ENDING_ONLY = "x-quick";

/** @param {MomentUi} ui @param {BoardEvent} event @returns {Child} */
export function startForm(ui, event) {
  const header = headerOf(event);
  return [
    ui.roles === "thrown"
      ? seatsForm(ui, event)
      : h("p", { class: "quiet", key: "drawn" }, ui.t("line.start_drawn")),
    button(
      ui,
      {
        name: "line-position",
        class: "button wide",
        icon: "count",
        tap: () => ui.sheets.open(new StartPositionSheet(ui, event)),
      },
      ui.t("line.position"),
    ),
    "position" in header
      ? button(
          ui,
          { name: "line-no-position", class: "button wide", tap: () => ui.record(whole(event)) },
          ui.t("line.no_position"),
        )
      : null,
  ];
}

/** @param {BoardEvent} event @returns {Header & Record<string, unknown>} */
function headerOf(event) {
  return /** @type {Header & Record<string, unknown>} */ (event.header);
}

/** The start of a game that is played from the beginning. @param {BoardEvent} event */
function whole(event) {
  const { position: _, [ENDING_ONLY]: __, ...header } = headerOf(event);
  return { ...event, header };
}

/** @param {MomentUi} ui @param {BoardEvent} event */
function seatsForm(ui, event) {
  const { players } = headerOf(event);
  const [first] = players;
  const roles = /** @type {const} */ (["competitor", "monopolist"]);
  return h(
    "div",
    { class: "stack", key: "seats" },
    h("p", { class: "row-label" }, ui.t("line.first")),
    choices(ui, {
      name: "line-first",
      label: ui.t("line.first"),
      value: first?.id ?? "",
      options: players.map(({ id }) => ({ value: id, text: playerName(ui, id) })),
      choose: (id) => {
        const at = players.findIndex((each) => each.id === id);
        return ui.record(seated(event, [...players.slice(at), ...players.slice(0, at)]));
      },
    }),
    players.map((player) => [
      h("p", { class: "row-label" }, playerName(ui, player.id)),
      choices(ui, {
        name: `line-role-${player.id}`,
        label: ui.player(player.id).name,
        value: player.role ?? "",
        options: roles.map((role) => ({ value: role, text: ui.t(`role.${role}`) })),
        choose: (role) =>
          ui.record(
            seated(
              event,
              players.map((each) => (each === player ? { ...player, role } : each)),
            ),
          ),
      }),
    ]),
  );
}

/**
 * Another division of the roles than the one that was thrown for.
 *
 * @param {BoardEvent} event @param {Header["players"]} players
 */
function seated(event, players) {
  const { throws: _, choices: __, ...start } = event;
  return { ...start, header: { ...headerOf(event), players } };
}

/** The position that the screens show. @param {MomentUi} ui @returns {BoardDraft} */
function asShown({ view }) {
  return {
    deeds: view.squares.flatMap(({ square, owner, improvements, mortgaged }) =>
      owner === null ? [] : [[square, { owner, improvements, mortgaged }]],
    ),
    cash: view.players.map(({ id, cash }) => [id, cash]),
    confined: view.players.filter(({ confined }) => confined).map(({ id }) => id),
    left: [],
  };
}

/** The position that a game began from. */
class StartPositionSheet extends FinalPositionSheet {
  /** @param {MomentUi} ui @param {BoardEvent} event the start */
  constructor(ui, event) {
    super(ui);
    this.name = "start-position";
    this.event = event;
    const { position } = /** @type {{position?: Entered["position"]}} */ (headerOf(event));
    const told = ui.view.players.every(({ id }) => position?.cash?.[id] !== undefined);
    this.entry = BoardEntry.of(told && position ? draftOf({ position, left: [] }) : asShown(ui));
  }

  /** @override */
  title() {
    return this.ui.t("line.position");
  }

  /** @override */
  words() {
    return this.ui.t("line.position_text");
  }

  /** @override */
  doneWords() {
    return this.ui.t("line.position_done");
  }

  /** @override Who left did so after the start. */
  get someLeft() {
    return false;
  }

  /** @override The correction of the start is shown before anything changes. */
  async check() {
    const header = headerOf(this.event);
    const { squares } = /** @type {{squares?: object}} */ (header.position ?? {});
    const position = { ...(squares && { squares }), ...this.entry.position(this.ui.view.players) };
    await this.ui.record({ ...this.event, header: { ...header, position } });
  }
}
