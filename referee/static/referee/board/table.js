// The page of a table that plays: its board, players, last event and clock as they are published.
// Without this script the page shows what was so when it was loaded.

import { clockOf } from "../../tournament/public/clock_ledger.js";
import { followPage, reloadSoon, showClock } from "../../tournament/public/live_page.js";
import { language, money, word, write } from "../../tournament/public/words.js";
import { drawDeeds, drawPawns } from "./board_drawing.js";

const [, round = "", table = ""] = location.pathname.match(/\/r\/(\d+)\/t\/(\d+)\/$/) ?? [];
const section = document.getElementById("running");
const data = section?.dataset ?? {};
const currency = data.currency ?? "";
const mostBuildings = {
  competitor: Number(data.competitor),
  monopolist: Number(data.monopolist),
};

/** What tells of a square comes once one is tapped or reached. @type {import("./square_choice.js").SquareChoice | null} */
let choice = null;
const drawing = section?.querySelector(".board-drawing");
drawing?.setAttribute("role", "group");
const firstSquare = drawing?.querySelector("[data-square]");
firstSquare?.setAttribute("role", "button");
firstSquare?.setAttribute("tabindex", "0");
firstSquare?.setAttribute("aria-label", firstSquare.textContent);
/** @param {Event} event */
async function chooseSquare({ target }) {
  if (choice || !section || !(target instanceof Element)) return;
  const { SquareChoice } = await import("./square_choice.js");
  choice ??= new SquareChoice(section, currency);
  choice.chooseAt(target);
}
for (const kind of ["pointerdown", "focusin"]) drawing?.addEventListener(kind, chooseSquare);

// The turns so far come once somebody unfolds them.
document
  .querySelector("details[data-story]")
  ?.addEventListener("toggle", () => void import("./ledger.js"), { once: true });

/** @param {string} selector @param {ParentNode | null} [root] */
const find = (selector, root = section) =>
  /** @type {HTMLElement | null} */ (root?.querySelector(selector) ?? null);

/** @param {HTMLElement | null} element @param {boolean} shown */
function reveal(element, shown) {
  if (element) element.hidden = !shown;
}

/** @param {any} board */
function showPlayers(board) {
  for (const [code, player] of Object.entries(board.players)) {
    const row = find(`[data-player="${CSS.escape(code)}"]`);
    if (!row) continue;
    write(find("[data-cash]", row), money(player.cash, currency));
    const expected = player.out || player.expected === undefined;
    write(find("[data-expected]", row), expected ? "–" : money(player.expected, currency));
    write(find("[data-place]", row), String(player.place ?? "–"));
    const onTurn = board.on_turn === code;
    row.classList.toggle("running-turn", onTurn);
    reveal(find("[data-turn]", row), onTurn);
    reveal(find("[data-confined]", row), player.confined);
    reveal(find("[data-out]", row), player.out);
  }
}

/** @param {any} deed @param {any} owner @param {string} kind */
function deedText(deed, owner, kind) {
  if (deed.mortgaged) return word("mortgaged");
  if (deed.buildings === mostBuildings[/** @type {"competitor"} */ (owner.role)]) {
    return word(data.big ?? "");
  }
  return kind === "street" ? word(`houses-${deed.buildings}`) : "–";
}

/** @param {any} deed */
function rentText({ rent, times_dice: times }) {
  if (times !== undefined) return (data.dice ?? "").replace("%s", String(times));
  return rent === undefined ? "" : money(rent, currency);
}

/** @param {any} board */
function showDeeds(board) {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (
    section?.querySelectorAll("[data-deed]") ?? []
  )) {
    const deed = board.deeds[row.dataset.deed ?? ""];
    reveal(row, Boolean(deed));
    if (!deed) continue;
    const who = find(`[data-player="${CSS.escape(deed.owner)}"] .who`);
    const cell = find("[data-owner]", row);
    const [token, name] = [find(".token", who), find("bdi", who)];
    if (cell && token && name && cell.dataset.code !== deed.owner) {
      const shown = document.createElement("span");
      shown.className = "who";
      shown.append(token.cloneNode(true), name.cloneNode(true));
      cell.replaceChildren(shown);
      cell.dataset.code = deed.owner;
    }
    const text = deedText(deed, board.players[deed.owner], row.dataset.kind ?? "");
    write(find("[data-state]", row), text);
    write(find("[data-rent]", row), rentText(deed));
  }
  reveal(find("[data-no-deeds]"), Object.keys(board.deeds).length === 0);
}

/** What draws the figures below the board comes after all that a reader sees first. @param {any} board */
async function showEnd(board) {
  const scripts = await Promise.all([
    import("./if_called.js"),
    import("../../tournament/public/worth_chart.js"),
    document.getElementById("chances") ? import("./chances.js") : null,
  ]).catch(() => null);
  // Offline they do not come; the next event asks for them again.
  if (!scripts) return;
  const [called, worth, chances] = scripts;
  chances?.showChances(board);
  called.showIfCalled(board);
  worth.showWorth(section, board, currency);
}

/** @param {any} state @param {any} board */
function showBoard(state, board) {
  write(find("[data-last]"), board.last[language()] ?? board.last.en);
  write(find("[data-status]"), word(`status-${board.status}`));
  const judge = find("[data-judge]");
  if (judge) judge.textContent = board.judge ? word(`judge-${board.judge}`) : "";
  reveal(judge, Boolean(board.judge));
  showPlayers(board);
  showDeeds(board);
  void showEnd(board);
  const svg = section?.querySelector(".board-drawing");
  if (svg) {
    drawPawns(svg, board);
    drawDeeds(svg, board, mostBuildings);
    choice?.update();
  }
  const ledger = state.rounds[round]?.clock ?? {};
  const length = state.event.length_minutes * 60;
  showClock(find("[data-time]"), clockOf(ledger, length, Number(table), board.clock));
}

const page = followPage((state, before) => {
  const board = state.boards[round]?.[table];
  const finished = Boolean(state.rounds[round]?.tables[table]?.result);
  if (finished || Boolean(board) !== Boolean(section)) {
    // The game began or was confirmed, or its board is not to be seen any more.
    reloadSoon();
  } else if (board) {
    showBoard(state, board);
    const known = before?.boards[round]?.[table];
    if (known && known.seq !== board.seq) page.announce(board.last[language()] ?? board.last.en);
  }
});
