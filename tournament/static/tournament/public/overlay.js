// The overlay that a stream lays over its picture: one table, or the standings by pages. It is drawn
// from the event's public state, and says when nothing new has come for a while.

import { clockOf } from "./clock_ledger.js";
import { followPage, showClock } from "./live_page.js";
import { shownTable, standingsPages, tableAsked } from "./overlay_panels.js";
import { element, nameOf, putInside, roleOf, sentence, tableOf } from "./screen_drawing.js";
import { currentRound, optionsOf } from "./screen_panels.js";
import { part, Rotation } from "./screen_rotation.js";
import { language, money, roundNumber, word } from "./words.js";

const DRAWN_EVERY_MS = 500;

const table = tableAsked(location.search);
const body = part("overlay-body");
const currency = document.body.dataset.currency ?? "";

/** @param {string} title @param {string} tag @param {string} last */
function showHead(title, tag, last) {
  part("overlay-title").textContent = title;
  part("overlay-tag").textContent = tag;
  part("overlay-tag").hidden = !tag;
  part("overlay-last").textContent = last;
  part("overlay-last").hidden = !last;
}

/** @param {any} player @param {string} sum @param {string} note */
function playerOf(player, sum, note) {
  const name = element("span", "overlay-name", roleOf(player.role), nameOf(player.name));
  const turn = element("span", "visually-hidden", player.onTurn ? word("on-turn") : "");
  return element(
    "li",
    player.onTurn ? "overlay-turn" : "",
    name,
    turn,
    element("strong", "overlay-sum", sum),
    element("span", "overlay-note", note),
  );
}

/** @param {any} player */
function playing(player) {
  if (player.cash === undefined) return playerOf(player, "–", "");
  const expected =
    player.expected === undefined ? "" : sentence("expected", { "%s": amount(player.expected) });
  return playerOf(player, amount(player.cash), player.out ? word("out") : expected);
}

/** @param {any} player */
const ended = (player) =>
  playerOf(
    player,
    player.final === undefined ? "–" : amount(player.final),
    player.place === undefined ? "" : sentence("place", { "%s": placeOf(player) }),
  );

/** @param {any} player */
const placeOf = (player) => `${player.place}${player.shared_place ? "=" : ""}`;

/** @param {number} sum */
const amount = (sum) => money(sum, currency);

/** The tag of a result, by what is to be known of it. @param {any} result */
const resultTag = (result) =>
  result.under_review ? word("review") : word(result.revision > 1 ? "corrected" : "map-confirmed");

/** @param {any} state */
function drawTable(state) {
  const shown = shownTable(state, table);
  if (!shown) {
    showHead(sentence("at-table", { "%s": table }), "", word("not-shown"));
    body.replaceChildren();
    return showHall(state, undefined);
  }
  const { board, result, round, players } = shown;
  const title = sentence("round-and-table", { "%r": roundNumber(round), "%t": table });
  const judge = board?.judge ? word(`judge-${board.judge}`) : "";
  const last = judge || (board ? (board.last[language()] ?? board.last.en) : "");
  const tag = result ? resultTag(result) : word(board ? `status-${board.status}` : "map-waiting");
  showHead(title, tag, last);
  const draw = result ? ended : playing;
  body.replaceChildren(element("ol", "overlay-players", ...players.map(draw)));
  showHall(state, result ? undefined : round, board?.clock);
}

/** @param {any} state @param {string | undefined} round @param {any} [own] the table's own clock */
function showHall(state, round, own) {
  part("hall").hidden = round === undefined;
  if (round === undefined) return;
  const length = state.event.length_minutes * 60;
  const clock = state.rounds[round].clock ?? {};
  showClock(
    part("hall"),
    table ? clockOf(clock, length, Number(table), own) : clockOf(clock, length),
  );
}

const rotation = new Rotation(optionsOf(location.search).every, (panel) => {
  const pages =
    panel.pages > 1 ? sentence("page", { "%p": panel.page + 1, "%n": panel.pages }) : "";
  showHead(word("panel-standings"), pages, "");
  putInside(body, tableOf(panel.items, false, "overlay-standings", "player"));
});

/** @type {any} */
let newest = null;
let waits = false;

function draw() {
  waits = false;
  part("overlay").hidden = false;
  part("frozen").hidden = !newest.event.frozen_at || newest.event.revealed_to === 1;
  if (table) return drawTable(newest);
  showHall(newest, currentRound(newest));
  rotation.replace(standingsPages(newest, Number(part("overlay").dataset.rows)));
}

followPage((state) => {
  const first = newest === null;
  newest = state;
  if (waits) return;
  waits = true;
  setTimeout(draw, first ? 0 : DRAWN_EVERY_MS);
});
