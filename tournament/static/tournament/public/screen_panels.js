// What the big screen shows, one panel after the other, of an event's public state. Nothing here
// touches the page: what fits on it is given, and what is to be drawn comes back.

import { isRevealing } from "./revealed.js";

/** @typedef {any} State the public state of an event (`treasurer-event/1`) */

/**
 * One sight of the screen: `page` of `pages` of this kind, from 0 on, with what is drawn.
 * @typedef {{ kind: Kind, page: number, pages: number, items: any[], round?: string }} Panel
 * @typedef {"podium" | "reveal" | "standings" | "teams" | "tables" | "if-called" | "map" | "seats" | "results" | "places"} Kind `places` is
 *   who sits at which table, for the hall
 */

/** In the order in which they come. @type {Kind[]} */
export const KINDS = [
  "podium",
  "reveal",
  "standings",
  "teams",
  "tables",
  "if-called",
  "map",
  "seats",
  "results",
];
/** How many items of each kind fit. @type {Record<Kind, number>} */
export const ROOM = {
  podium: 12,
  reveal: 8,
  standings: 20,
  teams: 20,
  tables: 6,
  "if-called": 1,
  map: 60,
  seats: 42,
  results: 6,
  places: 6,
};
/** More tables would take too many turns. */
const MOST_CALLED = 6;
const RESULTS_SHOWN = 12;
const PLACES = 3;
const FEWEST_ON_MAP = 3;
/** As people put names in order: 2 before 10. */
const alphabet = new Intl.Collator(undefined, { numeric: true });
const SECONDS = { least: 4, usual: 15, most: 600 };

/**
 * What the address asks for: `?show=standings,tables`, `?every=20` (seconds).
 * @param {string} search
 * @returns {{ show: Kind[], every: number }} `every` in milliseconds
 */
export function optionsOf(search) {
  const asked = new URLSearchParams(search);
  const named = (asked.get("show") ?? "").split(",");
  const show = KINDS.filter((kind) => named.includes(kind));
  const seconds = Number(asked.get("every") ?? "") || SECONDS.usual;
  const every = Math.min(Math.max(seconds, SECONDS.least), SECONDS.most);
  return { show: show.length ? show : KINDS, every: every * 1000 };
}

/** @param {State} state @param {string} code */
export const nameOf = (state, code) => state.players[code]?.name ?? "";

/**
 * The entries of an object that is keyed by numbers, in their order.
 * @param {Record<string, any> | undefined} object
 * @returns {[string, any][]}
 */
export const inOrder = (object) =>
  Object.entries(object ?? {}).sort(([one], [other]) => Number(one) - Number(other));

/** The rows in their order, each with its place as people read it: `3=` where others share it, a
 * dash before the first result. @param {any[]} rows @param {State} state */
function placed(rows, state) {
  const ranks = rows.map((row) => row.rank);
  return rows
    .map((row) => {
      const shared = ranks.indexOf(row.rank) !== ranks.lastIndexOf(row.rank);
      const place = `${row.rank}${shared ? "=" : ""}`;
      return { ...row, place: state.standings.as_of ? place : "–" };
    })
    .sort((one, other) => one.position - other.position);
}

/** @param {State} state */
function standingRows(state) {
  const rows = Object.entries(/** @type {Record<string, any>} */ (state.standings.rows));
  const projected = state.projected.rows ?? {};
  const finals = Object.keys(state.cuts ?? {}).length > 0;
  return placed(
    rows.map(([code, row]) => ({
      ...row,
      code,
      name: nameOf(state, code),
      now: projected[code]?.rank,
      finals,
    })),
    state,
  );
}

/** Whether the first place is known to all: revealed, or after the event. @param {State} state */
export function hasEnded(state) {
  const { event, rounds, standings } = state;
  if (!standings.as_of) return false;
  if (event.frozen_at) return event.revealed_to === 1;
  if (event.closed_at) return true;
  const all = /** @type {any[]} */ (Object.values(rounds));
  return all.filter(({ status }) => status === "finished").length >= event.number_of_rounds;
}

/**
 * Whether a player is called to a place: not who was disqualified, or came to no table.
 * @param {State} state @param {string} code
 */
function isCalled(state, code) {
  const penalties = /** @type {any[]} */ (Object.values(state.penalties ?? {})).filter(
    ({ player }) => player === code,
  );
  const missed = penalties.filter(
    ({ kind, round }) => kind === "no-show" && state.rounds[round]?.status === "finished",
  );
  const isOut = penalties.some(({ kind }) => kind === "disqualified");
  return !isOut && state.standings.rows[code].played > missed.length;
}

/** The first three places; a place is shared by those on it alone. @param {any[]} rows */
function onPodium(rows) {
  return rows
    .filter(({ rank }) => rank <= PLACES)
    .map((row) => {
      const shared = rows.filter(({ rank }) => rank === row.rank).length > 1;
      return { ...row, place: `${row.rank}${shared ? "=" : ""}` };
    });
}

/** The team standings; none in an event without, and while places are revealed. @param {State} state */
function teamRows(state) {
  const rows = Object.entries(/** @type {Record<string, any>} */ (state.teams?.rows ?? {}));
  const projected = state.projected.teams ?? {};
  const told = rows.map(([name, row]) => ({ ...row, name, now: projected[name]?.rank }));
  return placed(told, state);
}

/** The round that is played, or is next: the last one published and not finished. @param {State} state */
export function currentRound(state) {
  const open = inOrder(state.rounds).filter(([, round]) => round.status === "published");
  return open.at(-1)?.[0];
}

/** @param {State} state */
function runningTables(state) {
  return inOrder(state.boards).flatMap(([round, boards]) =>
    inOrder(boards).map(([table, board]) => ({
      round,
      table,
      ...board,
      players: Object.entries(/** @type {Record<string, any>} */ (board.players))
        .map(([code, player]) => ({
          ...player,
          code,
          name: nameOf(state, code),
          onTurn: board.on_turn === code,
        }))
        .sort((one, other) => one.seat - other.seat),
    })),
  );
}

/** The tables whose end procedure the public sees, with their deeds; none where too many play.
 * @param {State} state */
function calledTables(state) {
  const found = runningTables(state).filter(({ players }) =>
    players.some((/** @type {any} */ { retained }) => retained !== undefined),
  );
  return found.length > MOST_CALLED ? [] : found;
}

/** What a table is at. @param {any} table @param {any} board */
function stageOf(table, board) {
  if (table.result) return "confirmed";
  if (!board) return "waiting";
  return ["playing", "finished"].includes(board.status) ? board.status : "closing";
}

/**
 * The tables of the round that is played, with what each is at; none before it began, or while its
 * boards are hidden.
 * @param {State} state
 */
function hallMap(state) {
  const number = currentRound(state) ?? "";
  const isHidden = state.event.frozen_at && state.event.revealed_to !== 1;
  const boards = state.boards[number] ?? {};
  const tables = inOrder(state.rounds[number]?.tables).map(([table, each]) => ({
    table,
    stage: stageOf(each, boards[table]),
    status: boards[table]?.status ?? "",
    judge: boards[table]?.judge ?? "",
  }));
  const hasBegun = tables.some(({ stage }) => stage !== "waiting");
  return isHidden || !hasBegun || tables.length < FEWEST_ON_MAP ? [] : tables;
}

/**
 * Who sits where in the round that begins next, by name; nobody once its clock runs.
 * @param {State} state
 */
function nextSeats(state) {
  const round = state.rounds[currentRound(state) ?? ""];
  return !round || Object.keys(round.clock ?? {}).length ? [] : seatsByName(state, round);
}

/**
 * Who sits where at the tables of a round that have no result, by name.
 * @param {State} state
 * @param {any} round
 */
export function seatsByName(state, round) {
  return inOrder(round.tables)
    .filter(([, { result }]) => !result)
    .flatMap(([table, { seats }]) =>
      inOrder(seats).map(([seat, { player, role }]) => ({
        name: nameOf(state, player),
        table,
        seat,
        role,
      })),
    )
    .sort((one, other) => alphabet.compare(one.name, other.name));
}

/** What was confirmed last, the newest first. @param {State} state */
function latestResults(state) {
  return inOrder(state.rounds)
    .flatMap(([round, { tables }]) =>
      inOrder(tables)
        .filter(([, { result }]) => result)
        .map(([table, { seats, result }]) => ({
          round,
          table,
          at: Date.parse(result.confirmed_at ?? "") || 0,
          corrected: result.revision > 1,
          review: Boolean(result.under_review),
          players: inOrder(seats)
            .map(([, seat]) => ({ ...seat, name: nameOf(state, seat.player) }))
            .sort((one, other) => one.place - other.place),
        })),
    )
    .sort((one, other) => other.at - one.at)
    .slice(0, RESULTS_SHOWN);
}

/**
 * @param {Kind} kind
 * @param {any[]} items
 * @param {string} [round]
 * @param {number} [room] how many fit
 * @returns {Panel[]}
 */
export function paged(kind, items, round, room = ROOM[kind]) {
  const pages = Math.ceil(items.length / room);
  return Array.from({ length: pages }, (_, page) => ({
    kind,
    page,
    pages,
    items: items.slice(page * room, (page + 1) * room),
    round,
  }));
}

/**
 * Ranked rows in pages of about as many, so that the last one is as full as the first.
 * @param {"standings" | "teams"} kind
 * @param {any[]} rows
 */
function evenly(kind, rows) {
  const pages = Math.ceil(rows.length / ROOM[kind]);
  return paged(kind, rows, undefined, Math.ceil(rows.length / Math.max(pages, 1)) || 1);
}

/**
 * The panels of a state, of these kinds; the standings where there is nothing of them. While places
 * are revealed, these stand for the standings, and the one revealed last comes first.
 * @param {State} state
 * @param {Kind[]} show
 * @returns {Panel[]}
 */
export function panelsOf(state, show) {
  const revealing = isRevealing(state);
  const rows = standingRows(state);
  const called = rows.filter(({ code }) => isCalled(state, code));
  /** @type {Record<Kind, () => Panel[]>} */
  const made = {
    podium: () => (hasEnded(state) ? paged("podium", onPodium(called)).slice(0, 1) : []),
    reveal: () => (revealing ? paged("reveal", called) : []),
    standings: () => (revealing ? [] : evenly("standings", rows)),
    teams: () => evenly("teams", teamRows(state)),
    tables: () => paged("tables", runningTables(state)),
    "if-called": () => paged("if-called", calledTables(state)),
    map: () => paged("map", hallMap(state), currentRound(state)),
    seats: () => paged("seats", nextSeats(state), currentRound(state)),
    results: () => paged("results", latestResults(state)),
    places: () => [],
  };
  const panels = show.flatMap((kind) => made[kind]());
  return panels.length ? panels : [...made.reveal(), ...made.standings()];
}
