// Standings: what they would be now beside the official ones, players followed (kept in this
// browser), search, clubs or teams, over all players of the event. Without this script rows come fifty a
// page, in the official order, and everybody on a page of their own.

import { finder } from "../common/search_key.js";
import { afterPaint } from "./live_page.js";
import { playersBeyond, reorder } from "./standings_rows.js";
import { pointsText, showNow, word, write } from "./words.js";

const slug = location.pathname.split("/")[2] ?? "";
const FOLLOWED = `followed:${slug}`;
const MOVED_MS = 400;

/** @param {string} selector */
const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
const rows = () => all(".standings tr[data-player]");
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @returns {Set<string>} */
function followed() {
  try {
    return new Set(JSON.parse(localStorage.getItem(FOLLOWED) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** @param {Set<string>} codes */
function keep(codes) {
  try {
    localStorage.setItem(FOLLOWED, JSON.stringify([...codes]));
  } catch {
    // Where nothing may be kept, it lasts as long as the page.
  }
}

/** Whether rows stand by what they would be now. */
let byProjection = false;

/** @param {HTMLElement} row */
const projectedPosition = (row) => Number(row.dataset.projected ?? row.dataset.position);

/** Rows in order: those followed first. */
function inOrder() {
  const codes = followed();
  const key = (/** @type {HTMLElement} */ row) =>
    byProjection ? projectedPosition(row) : Number(row.dataset.position);
  return rows().sort((one, other) => {
    const [first, second] = [one, other].map((row) => !codes.has(row.dataset.player ?? ""));
    return Number(first) - Number(second) || key(one) - key(other);
  });
}

/** Put the rows in order; they move there softly. */
function arrange() {
  const ordered = inOrder();
  const current = rows();
  if (ordered.every((row, index) => row === current[index])) return;
  const focused = document.activeElement;
  const tops = new Map(current.map((row) => [row, row.getBoundingClientRect().top]));
  reorder(current, ordered);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (still()) return;
  // All are measured before any is moved: an animation would have the page laid out again for each.
  const moves = ordered.map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const by = (tops.get(row) ?? top) - top;
    const seen = (at = 0) => bottom + at > 0 && top + at < innerHeight;
    return { row, by: seen() || seen(by) ? by : 0 };
  });
  for (const { row, by } of moves) {
    if (!by) continue;
    const from = { transform: `translateY(${by}px)` };
    row.animate([from, { transform: "none" }], { duration: MOVED_MS, easing: "ease-out" });
  }
}

function markFollowed() {
  const codes = followed();
  for (const row of [...rows(), ...all("#standings-beyond [data-player]")]) {
    const is = codes.has(row.dataset.player ?? "");
    row.classList.toggle("standings-followed", is);
    const button = row.querySelector("[data-follow]");
    if (!button || button.getAttribute("aria-pressed") === String(is)) continue;
    button.setAttribute("aria-pressed", String(is));
    button.textContent = is ? "★" : "☆";
  }
}

/** The event as it is now; asked for only where rows are on several pages. @type {() => Promise<any>} */
let newestState = async () => null;

/** Players who have no row here, as they are looked for or followed. @param {import("./standings_rows.js").FoundPlayer} player */
function lineOf(player) {
  const line = document.createElement("li");
  line.dataset.player = player.code;
  const follow = document.createElement("button");
  follow.type = "button";
  follow.className = "standings-follow";
  follow.dataset.follow = "";
  follow.setAttribute("aria-label", word("follow").replace("%s", player.name));
  const link = document.createElement("a");
  link.href = `p/${player.seed}/`;
  const name = document.createElement("bdi");
  name.textContent = player.name;
  link.append(name);
  const points = player.points && word("with-points").replace("%s", pointsText(player.points));
  line.append(player.rank === null ? "–" : `${player.rank}.`, " ", link, ` ${points} `, follow);
  return line;
}

/** A line that names nobody. @param {string} [text] */
function noteOf(text = "…") {
  const line = document.createElement("li");
  line.textContent = text;
  return line;
}

let asked = 0;

/**
 * Players beyond the page, in a place that is taken at once: nothing moves when the answer comes.
 * @param {string} typed @param {import("./standings_rows.js").Group} group @param {number} shown how many rows are
 */
async function showBeyond(typed, group, shown) {
  const list = document.getElementById("standings-beyond");
  const none = document.getElementById("standings-none");
  if (none) none.hidden = shown > 0 || Boolean(list);
  if (!list) return;
  const codes = followed();
  const onPage = new Set(rows().map((row) => row.dataset.player ?? ""));
  const searches = Boolean(typed.trim() || group.name);
  const elsewhere = [...codes].filter((code) => !onPage.has(code));
  asked += 1;
  const own = asked;
  list.hidden = !searches && elsewhere.length === 0;
  list.classList.toggle("search", searches);
  if (list.hidden) return list.replaceChildren();
  if (searches) list.replaceChildren(noteOf(list.dataset.waiting));
  else if (list.children.length !== elsewhere.length)
    list.replaceChildren(...elsewhere.map(() => noteOf()));
  const state = await newestState();
  // Meanwhile something else may have been typed.
  if (own !== asked) return;
  const found = playersBeyond(state, { typed, group, followed: codes, onPage });
  const lines = found.map(lineOf);
  list.replaceChildren(...(searches && !lines.length ? [noteOf(list.dataset.nobody)] : lines));
  markFollowed();
}

/** Show the rows that are looked for. */
function filter() {
  const field = /** @type {HTMLInputElement | null} */ (
    document.getElementById("standings-search")
  );
  const groups = /** @type {HTMLSelectElement | null} */ (
    document.getElementById("standings-group")
  );
  const isMeant = finder(field?.value ?? "");
  const group = { field: groups?.dataset.field ?? "club", name: groups?.value ?? "" };
  let shown = 0;
  for (const row of rows()) {
    const name = row.querySelector(".standings-name")?.textContent ?? "";
    row.hidden = !isMeant(name) || (group.name !== "" && row.dataset.group !== group.name);
    shown += Number(!row.hidden);
  }
  void showBeyond(field?.value ?? "", group, shown);
}

/**
 * Once for the page, and once more when its standings came anew.
 * @param {() => Promise<any>} newest the event's state as it is now
 */
export function prepareStandings(newest) {
  newestState = newest;
  const tools = document.getElementById("standings-tools");
  if (tools && !tools.dataset.ready) {
    tools.dataset.ready = "yes";
    tools.addEventListener("input", () => afterPaint(filter));
    document.getElementById("standings-order")?.addEventListener("click", (event) => {
      byProjection = !byProjection;
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      button.setAttribute("aria-pressed", String(byProjection));
      afterPaint(arrange);
    });
    document.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const code = target
        ?.closest("[data-follow]")
        ?.closest("[data-player]")
        ?.getAttribute("data-player");
      if (!code) return;
      const codes = followed();
      if (!codes.delete(code)) codes.add(code);
      keep(codes);
      markFollowed();
      afterPaint(() => {
        arrange();
        filter();
      });
    });
  }
  markFollowed();
  arrange();
  filter();
}

/** At which table each player plays. @param {any} state */
function tablesOfPlayers(state) {
  /** @type {Map<string, string>} */
  const tables = new Map();
  for (const boards of Object.values(/** @type {Record<string, any>} */ (state.boards))) {
    for (const [number, board] of Object.entries(/** @type {Record<string, any>} */ (boards))) {
      for (const code of Object.keys(board.players)) tables.set(code, number);
    }
  }
  return tables;
}

/** @param {any} state */
export function showProjected(state) {
  const projected = state.projected.rows ?? {};
  const playing = tablesOfPlayers(state);
  for (const row of rows()) {
    const code = row.dataset.player ?? "";
    const now = projected[code];
    const position = String(now?.position ?? row.dataset.position);
    if (row.dataset.projected !== position) row.dataset.projected = position;
    showNow(row, now);
    const tag = row.querySelector("[data-playing]");
    tag?.toggleAttribute("hidden", !playing.has(code));
    if (tag && playing.has(code))
      write(tag, word("at-table").replace("%s", playing.get(code) ?? ""));
  }
  if (byProjection) arrange();
}
