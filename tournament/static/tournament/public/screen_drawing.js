// Draws a panel of the big screen. What was drawn before is let go of, with all that belongs to it.

import { inOrder } from "./screen_panels.js";
import { filled, language, money, pointsText, roundNumber, word } from "./words.js";

/** @typedef {import("./screen_panels.js").Panel} Panel */

/**
 * An element with a class and with these in it.
 * @param {string} tag
 * @param {string} mark
 * @param {...(Node | string)} inside
 */
export function element(tag, mark, ...inside) {
  const made = document.createElement(tag);
  if (mark) made.className = mark;
  made.append(...inside);
  return made;
}

/** A name, written in its own direction. @param {string} name */
export const nameOf = (name) => element("bdi", "screen-name", name);

/** @param {string} name @param {Record<string, string | number>} values by their signs, `%r` */
export function sentence(name, values) {
  const parts = Object.entries(values);
  return parts.reduce((text, [sign, value]) => text.replace(sign, String(value)), word(name));
}

/** The symbol of a role, with its name for who cannot see it. @param {string | undefined} role */
export function roleOf(role) {
  if (!role) return "";
  const made = element("span", `role ${role}`);
  made.append(element("span", "visually-hidden", word(`role-${role}`)));
  return made;
}

/** The points of the finals, of who is in them. @param {any} row */
const finalPoints = (row) => (row.final_points === undefined ? "–" : pointsText(row.final_points));

/** @param {string} mark @param {boolean} finals @param {string} now @param {any} row */
function rowOf(mark, finals, now, row) {
  return element(
    "tr",
    mark,
    element("td", "screen-place", row.place),
    element("th", "", nameOf(row.name)),
    ...(finals ? [element("td", "num", finalPoints(row))] : []),
    element("td", "num screen-points", pointsText(row.points)),
    ...(now ? [element("td", "num screen-now", row.now ? String(row.now) : "–")] : []),
  );
}

/**
 * Rows of standings under their headings.
 * @param {any[]} rows
 * @param {boolean} now whether they say where everybody would stand now
 * @param {string} mark
 * @param {"player" | "team"} who is ranked
 */
export function tableOf(rows, now, mark, who) {
  const finals = rows.some((row) => row.finals);
  const heads = [
    "#",
    word(who),
    ...(finals ? [word("finals")] : []),
    word("points"),
    ...(now ? [word("now")] : []),
  ];
  const head = element("tr", "");
  heads.forEach((text, index) => {
    const cell = element("th", index > 1 ? "num" : "", text);
    cell.setAttribute("scope", "col");
    head.append(cell);
  });
  const body = rows.map((row) => rowOf("", finals, now ? "now" : "", row));
  for (const row of body) row.querySelector("th")?.setAttribute("scope", "row");
  return element("table", mark, element("thead", "", head), element("tbody", "", ...body));
}

/** @param {Panel} panel */
function standings({ kind, items, pages }) {
  const now = items.some((row) => row.now);
  // A page is two columns, but for a field that fits into one.
  const half = pages === 1 && items.length <= 10 ? items.length : Math.ceil(items.length / 2);
  const columns = [items.slice(0, half), items.slice(half)].filter((rows) => rows.length);
  const who = kind === "teams" ? "team" : "player";
  return columns.map((rows) => tableOf(rows, now, "screen-standings", who));
}

/** The place that was revealed last stands large beside the others, with all who share it.
 * @param {Panel} panel */
function reveal({ items, page }) {
  const [first] = items;
  const best = page === 0 ? items.filter((row) => row.rank === first.rank) : [];
  const others = items.slice(best.length);
  const parts = others.length ? [tableOf(others, false, "screen-standings", "player")] : [];
  if (!best.length) return parts;
  const names = best.map((row) => element("p", "screen-revealed-name", nameOf(row.name)));
  const place = element("p", "screen-revealed-place", first.place);
  const points = element("p", "", pointsOf(first));
  return [element("div", "screen-revealed", place, ...names, points), ...parts];
}

/** The points by which a row stands where it does. @param {any} row */
const pointsOf = (row) =>
  row.final_points
    ? sentence("with-final-points", { "%s": pointsText(row.final_points) })
    : sentence("with-points", { "%s": pointsText(row.points) });

/** Each place with all who share it, the first in the middle. @param {Panel} panel */
function podium({ items }) {
  const ranks = [...new Set(items.map((row) => row.rank))];
  const places = ranks.map((rank) => {
    const rows = items.filter((row) => row.rank === rank);
    const names = rows.map((row) => element("p", "podium-name", nameOf(row.name)));
    const place = element("strong", "podium-rank", rows[0].place);
    const made = element("li", "podium-place", place, ...names);
    made.append(element("p", "podium-points", pointsOf(rows[0])));
    made.dataset.rank = String(rank);
    return made;
  });
  return [element("ol", "podium screen-podium", ...places)];
}

/** @param {string} title @param {string} tag */
function tileHead(title, tag) {
  const head = element("p", "screen-tile-head", element("strong", "", title));
  if (tag) head.append(element("span", "tag live", tag));
  return head;
}

/** @param {any} player @param {string} amount @param {string} mark */
const tileLine = (player, amount, mark) =>
  element("li", mark, roleOf(player.role), nameOf(player.name), element("span", "num", amount));

/** @param {any} table @param {...(Node | string)} inside */
const tileOf = ({ players }, ...inside) =>
  element("li", `screen-tile${players.length > 4 ? " full" : ""}`, ...inside);

/** @param {any} table @param {string} currency */
function runningTile(table, currency) {
  const lines = table.players.map((/** @type {any} */ player) => {
    const amount = player.out ? "–" : money(player.expected ?? player.cash, currency);
    return tileLine(player, amount, player.onTurn ? "screen-turn" : "");
  });
  const judge = table.judge ? word(`judge-${table.judge}`) : "";
  return tileOf(
    table,
    tileHead(sentence("at-table", { "%s": table.table }), word(`status-${table.status}`)),
    element("p", "screen-last", judge || (table.last[language()] ?? table.last.en)),
    element("ol", "", ...lines),
  );
}

/** @param {any} table @param {string} currency */
function resultTile(table, currency) {
  const lines = table.players.map((/** @type {any} */ player) =>
    tileLine(player, money(player.final ?? 0, currency), player.place === 1 ? "screen-turn" : ""),
  );
  const mark = table.review ? word("review") : table.corrected ? word("corrected") : "";
  const title = sentence("round-and-table", { "%r": table.round, "%t": table.table });
  return tileOf(table, tileHead(title, mark), element("ol", "", ...lines));
}

/** Who sits at a table. @param {any} table */
function placesTile(table) {
  const lines = table.players.map((/** @type {any} */ { name, role, seat }) =>
    tileLine({ name, role }, seat, ""),
  );
  const title = sentence("at-table", { "%s": table.table });
  return tileOf(table, tileHead(title, ""), element("ol", "", ...lines));
}

/** What the circuit pays for a deed, or why it pays nothing.
 * @param {[string, any]} entry @param {string} currency */
function earning([square, { earns, mortgaged }], currency) {
  const amount = earns ? money(earns, currency) : word(mortgaged ? "mortgaged" : "prison");
  return element("li", "", element("span", "", word(`deed-${square}`)), amount);
}

/** How a player's game would end now. @param {any} player @param {string} currency */
function calledSum({ retained, cash, circuit_income: income, expected }, currency) {
  if (retained === undefined) return word("out");
  const sum = (/** @type {number} */ amount) => money(amount, currency);
  return filled(word("sum"), {
    kept: sum(retained),
    cash: sum(cash),
    income: sum(income),
    final: sum(expected),
  });
}

/** The end procedure of a table, player by player and deed by deed. @param {any} table @param {string} currency */
function calledTiles({ players, deeds }, currency) {
  const tiles = players.map((/** @type {any} */ player) => {
    const owned = inOrder(deeds).filter(
      ([, deed]) => deed.owner === player.code && deed.earns !== undefined,
    );
    const final = player.expected === undefined ? "–" : money(player.expected, currency);
    const head = element("p", "screen-tile-head", roleOf(player.role), nameOf(player.name));
    head.append(element("strong", "num", final));
    return element(
      "li",
      "screen-tile screen-called",
      head,
      element("p", "screen-last", calledSum(player, currency)),
      element("ol", "", ...owned.map((entry) => earning(entry, currency))),
    );
  });
  return element("ul", "screen-tiles", ...tiles);
}

/** @param {any} seat */
const seatLine = (seat) =>
  element(
    "li",
    "",
    roleOf(seat.role),
    nameOf(seat.name),
    element("span", "num", sentence("table-and-seat", { "%t": seat.table, "%s": seat.seat })),
  );

/** @param {any} table */
function mapTile({ table, stage, status, judge }) {
  const text = word(judge ? "map-judge" : status ? `status-${status}` : `map-${stage}`);
  return element(
    "li",
    `screen-table ${judge ? "judge" : stage}`,
    element("strong", "", table),
    element("span", "", text),
  );
}

/** The hall by its tables, about as many in a row as fit its shape. @param {Panel} panel */
function map({ items }) {
  const made = element("ol", "screen-map", ...items.map(mapTile));
  made.style.setProperty("--columns", String(Math.ceil(Math.sqrt(items.length * 1.5))));
  return [made];
}

/** @param {Panel} panel @param {string} currency @returns {Element[]} */
function inside(panel, currency) {
  const { kind, items } = panel;
  if (kind === "standings" || kind === "teams") return standings(panel);
  if (kind === "podium") return podium(panel);
  if (kind === "reveal") return reveal(panel);
  if (kind === "map") return map(panel);
  if (kind === "if-called") return items.map((table) => calledTiles(table, currency));
  if (kind === "seats") return [element("ol", "screen-seats", ...items.map(seatLine))];
  const tile =
    { tables: runningTile, places: placesTile }[/** @type {string} */ (kind)] ?? resultTile;
  return [element("ul", "screen-tiles", ...items.map((item) => tile(item, currency)))];
}

/** What an element says, however its markup is indented. @param {Element} shown */
const textOf = (shown) => shown.textContent?.replace(/\s+/g, "");

/**
 * Put these elements in the place of what is there. The page comes with the first ones: where they
 * say the same they stay, as painting them anew would take a slow machine another second.
 * @param {HTMLElement} body
 * @param {...Element} inside
 */
export function putInside(body, ...inside) {
  const isFirst = body.dataset.drawn === undefined;
  body.dataset.drawn = "";
  if (isFirst && textOf(body) === textOf(element("div", "", ...inside))) return;
  body.replaceChildren(...inside);
}

/**
 * Put a panel where the one before was.
 * @param {Panel} panel
 * @param {{ title: HTMLElement, body: HTMLElement, count: HTMLElement, currency: string }} where
 */
export function drawPanel(panel, { title, body, count, currency }) {
  title.textContent = sentence(`panel-${panel.kind}`, {
    "%r": roundNumber(panel.round ?? ""),
    "%t": panel.items[0]?.table ?? "",
  });
  count.textContent =
    panel.pages > 1 ? sentence("page", { "%p": panel.page + 1, "%n": panel.pages }) : "";
  body.dataset.kind = panel.kind;
  putInside(body, ...inside(panel, currency));
}
