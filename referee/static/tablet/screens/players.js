/**
 * The players as they sit round the table, and one player in a line.
 *
 * @import { PlayerView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { cityNumbers } from "./board.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { playerName, roleWord, token } from "./widgets.js";

/**
 * Every player in their seat, clockwise in the order of play, with the cash that the log gives
 * them; a tap opens what that player may do.
 *
 * @param {Ui} ui
 * @param {{players: PlayerView[], tap: (id: string) => void, active: string | null,
 *   giver?: string | null}} props `giver`: whose deed is just given to one of the others
 */
export function playersRound(ui, { players, tap, active, giver = null }) {
  return h(
    "ol",
    { class: `players of-${players.length}`, "aria-label": ui.t("players.in_order") },
    players.map((player) =>
      h(
        "li",
        { key: player.id },
        h(
          "button",
          {
            type: "button",
            class: seatClass(player, { active, giver }),
            "data-tap": `player-${player.id}`,
            onclick: () => tap(player.id),
          },
          token(ui, player.id),
          h(
            "span",
            { class: "player-words" },
            h("bdi", { class: "name" }, player.name),
            h("strong", { class: "cash" }, player.out ? "–" : ui.money(player.cash)),
            playerStatus(ui, player),
            heldCities(ui, player),
          ),
        ),
      ),
    ),
    h(
      "li",
      { class: "order-of-play", key: "order", "aria-hidden": "true" },
      icon("clockwise"),
      h("small", {}, ui.t("players.order")),
    ),
  );
}

/** @param {PlayerView} player @param {{active: string | null, giver: string | null}} special */
function seatClass({ id, out }, { active, giver }) {
  const states = [out && "out", id === active && "active", id === giver && "giver"];
  return ["player", ...states].filter(Boolean).join(" ");
}

/** What is special about a player; else the role, which the pawn tells as well. @param {Ui} ui @param {PlayerView} player */
function playerStatus(ui, player) {
  const special = specialStatus(ui, player);
  if (special === null) return h("small", { class: "role-word" }, roleWord(ui, player.role));
  return h("small", {}, special);
}

/** @param {Ui} ui @param {PlayerView} player */
function specialStatus(ui, player) {
  if (player.out) return ui.t("player.out");
  if (player.owes > 0)
    return h("b", { class: "owes" }, ui.t("player.owes", { amount: ui.money(player.owes) }));
  if (player.confinement) return player.confinement;
  if (player.confined) return ui.t(`player.${player.confines}`);
  return null;
}

/**
 * The cities in one player's hand, by their colour; a crown on those that are monopolised.
 *
 * @param {Ui} ui @param {PlayerView} player
 */
function heldCities(ui, player) {
  const held = ui.view.cities.filter((each) => each.player === player.id);
  if (held.length === 0) return null;
  const numbers = cityNumbers(ui.view.squares);
  return h(
    "span",
    { class: "held-cities" },
    held.map(({ city, monopolised }) =>
      h(
        "span",
        { class: "held-city", role: "img", "aria-label": cityWords(ui, city, monopolised) },
        h("span", { class: `dot city-${numbers.get(city) ?? "none"}` }),
        icon(monopolised ? "crown" : "check"),
      ),
    ),
  );
}

/** @param {Ui} ui @param {string} city @param {boolean} monopolised */
function cityWords(ui, city, monopolised) {
  return ui.t(monopolised ? "city.monopolised" : "city.complete", { city });
}

/**
 * A player in one line, for the top of a sheet: who, what cash, how many deeds, what is owed.
 *
 * @param {Ui} ui @param {string} id
 */
export function playerStrip(ui, id) {
  const player = ui.player(id);
  return h(
    "div",
    { class: `player-strip ${player.role ?? ""}`, key: `strip-${id}` },
    token(ui, id, "small"),
    playerName(ui, id),
    h("small", {}, ui.t("player.deeds", { n: player.deeds })),
    heldCities(ui, player),
    player.owes > 0
      ? h("b", { class: "owes" }, ui.t("player.owes", { amount: ui.money(player.owes) }))
      : null,
    h("strong", { class: "cash" }, player.out ? "–" : ui.money(player.cash)),
  );
}

/**
 * Some players in a line each, where a sheet lies over the board that they sit round.
 *
 * @param {Ui} ui @param {(string | null)[]} ids nobody for null
 */
export function hiddenPlayers(ui, ids) {
  const shown = ids.filter((id) => id !== null);
  if (shown.length === 0) return null;
  return h(
    "div",
    { class: "hidden-players", key: "players" },
    shown.map((id) => playerStrip(ui, id)),
  );
}
