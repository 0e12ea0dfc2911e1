// What the overlay shows of an event's public state: a table, or pages of the standings. Nothing here
// touches the page.

import { inOrder, nameOf, paged, panelsOf } from "./screen_panels.js";

/** @typedef {any} State the public state of an event (`treasurer-event/1`) */

/**
 * A table as it is shown: `board` while it plays, `result` once it has one, neither before it begins.
 * @typedef {{ round: string, table: string, board: any, result: any, players: any[] }} ShownTable
 */

/**
 * The table that the address asks for, as `?table=3`; "" for the standings.
 * @param {string} search
 */
export function tableAsked(search) {
  const asked = new URLSearchParams(search).get("table") ?? "";
  return /^[1-9]\d{0,3}$/.test(asked) ? asked : "";
}

/**
 * The table of this number in the last round that has one; null where there is none to be seen.
 * @param {State} state
 * @param {string} table
 * @returns {ShownTable | null}
 */
export function shownTable(state, table) {
  const found = inOrder(state.rounds).findLast(([, { tables }]) => tables?.[table]);
  if (!found) return null;
  const [round, { tables }] = found;
  const { seats, result } = tables[table];
  const board = result ? undefined : state.boards[round]?.[table];
  const players = inOrder(seats).map(([seat, told]) => ({
    ...told,
    ...board?.players[told.player],
    seat,
    name: nameOf(state, told.player),
    onTurn: board?.on_turn === told.player,
  }));
  return { round, table, board, result, players };
}

/**
 * The standings by pages that fit; while places are revealed, those that are.
 * @param {State} state
 * @param {number} rows how many a page has
 */
export function standingsPages(state, rows) {
  const panels = panelsOf(state, ["reveal", "standings"]);
  const items = panels.flatMap((panel) => panel.items);
  return paged("standings", items, undefined, rows);
}
