// An event's page: the tables that play, the hall's clock, standings and seats as they are published.
// Without this script the page shows what was so when it was loaded.

import { prepareScan } from "../people/scan_button.js";
import { clockOf } from "./clock_ledger.js";
import { followPage, mayHaveChanged, refreshParts, showClock, wholeState } from "./live_page.js";
import { prepareStandings, showProjected } from "./standings.js";
import { language, money, word, write } from "./words.js";

// The page sums up what the tables are at, and may be some seconds older than the stream.
const NEW_TABLES_AFTER_MS = 6000;

/** @param {ParentNode} root @param {string} selector */
const all = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/** @param {any} state */
function tablesOf(state) {
  return Object.entries(state.boards).flatMap(([round, boards]) =>
    Object.keys(/** @type {object} */ (boards)).map((table) => `${round}/${table}`),
  );
}

/** @param {HTMLElement} tile @param {any} board */
function showTile(tile, board) {
  const currency = tile.parentElement?.dataset.currency ?? "";
  write(tile.querySelector("[data-status]"), word(`status-${board.status}`));
  write(tile.querySelector("[data-last]"), board.last[language()] ?? board.last.en);
  const judge = /** @type {HTMLElement | null} */ (tile.querySelector("[data-judge]"));
  if (judge) {
    judge.hidden = !board.judge;
    judge.textContent = board.judge ? word(`judge-${board.judge}`) : "";
  }
  for (const row of all(tile, "[data-player]")) {
    const player = board.players[row.dataset.player ?? ""];
    if (!player) continue;
    const amount = player.out ? "–" : money(player.expected ?? player.cash, currency);
    write(row.querySelector("[data-amount]"), amount);
    const onTurn = board.on_turn === row.dataset.player;
    row.classList.toggle("tile-turn", onTurn);
    row.querySelector("[data-turn]")?.toggleAttribute("hidden", !onTurn);
  }
  if (tile.querySelector(".spark")) void showSparks(tile, board, currency);
}

/** Few events have lines of worth: what draws them comes with the first. @type {typeof import("./spark.js").showSparks} */
async function showSparks(tile, board, currency) {
  (await import("./spark.js")).showSparks(tile, board, currency);
}

/** @param {any} state */
function showHall(state) {
  const hall = document.getElementById("hall");
  const round = state.rounds[hall?.dataset.round ?? ""];
  if (hall && round) showClock(hall, clockOf(round.clock, state.event.length_minutes * 60));
}

/** @param {any} state */
function resultsOf(state) {
  /** @type {Map<string, any>} */
  const results = new Map();
  for (const [round, { tables }] of Object.entries(/** @type {any} */ (state.rounds))) {
    for (const [table, each] of Object.entries(/** @type {any} */ (tables))) {
      if (each.result) results.set(`${round}/${table}`, each);
    }
  }
  return results;
}

/** Tell of results that came. @param {any} state @param {any} before */
function announceResults(state, before) {
  const known = resultsOf(before);
  const fresh = [...resultsOf(state)].filter(
    ([key, { result }]) => known.get(key)?.result.revision !== result.revision,
  );
  const told = fresh.map(([key, table]) => {
    const [round = "", number = ""] = key.split("/");
    const seats = /** @type {any[]} */ (Object.values(table.seats));
    const winners = seats.filter((seat) => seat.place === 1);
    const names = winners.map((seat) => state.players[seat.player]?.name).join(", ");
    return word(known.has(key) ? "corrected" : "won")
      .replace("%r", round)
      .replace("%t", number)
      .replace("%n", names);
  });
  if (told.length) page?.announce(told.join(" "));
}

/** Tell of the place that was revealed, or of results. @param {any} state @param {any} before */
async function announce(state, before) {
  if (before.event.frozen_at) {
    // Few look on while places are revealed: what tells of them comes when they are.
    const { announceRevealed } = await import("./revealed.js");
    if (page && announceRevealed(page, state, before)) return;
  }
  announceResults(state, before);
}

/** @param {any} state */
function show(state) {
  for (const tile of all(document, ".tile[data-table]")) {
    const board = state.boards[tile.dataset.round ?? ""]?.[tile.dataset.table ?? ""];
    if (board) showTile(tile, board);
  }
  showHall(state);
  showProjected(state);
}

/** @type {any} */
let newest = null;
const newestState = async () => newest ?? wholeState();
prepareStandings(newestState);
/** @type {ReturnType<typeof followPage> | null} */
let page = null;

/** @param {any} state @param {any} before */
function onState(state, before) {
  newest = state;
  show(state);
  const tiles = all(document, ".tile[data-table]");
  const shown = tiles.map((tile) => `${tile.dataset.round}/${tile.dataset.table}`);
  const playing = tablesOf(state);
  const again = () => {
    prepareStandings(newestState);
    show(newest);
  };
  if (mayHaveChanged(state, before)) {
    if (before) void announce(state, before);
    void refreshParts(again);
  } else if (shown.length !== playing.length || !shown.every((table) => playing.includes(table))) {
    void refreshParts(again, NEW_TABLES_AFTER_MS);
  }
}

// An event that is over needs nobody to follow it.
if (document.getElementById("live-bar")?.hidden === false) page = followPage(onState);
// What finds a seat comes when a name is going to be typed.
const seatSearch = document.getElementById("seat-search");
seatSearch?.addEventListener(
  "focusin",
  async () => {
    const { prepareSeatSearch } = await import("./seat_search.js");
    prepareSeatSearch(newestState);
    seatSearch.querySelector("input")?.dispatchEvent(new Event("input"));
  },
  { once: true },
);
// Few look at how to share an event: what copies the link comes when they do.
document
  .querySelector("details.share")
  ?.addEventListener("toggle", () => void import("../common/share.js"), { once: true });
prepareScan();
