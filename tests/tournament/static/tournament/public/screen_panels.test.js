import assert from "node:assert/strict";
import { test } from "node:test";
import {
  KINDS,
  optionsOf,
  panelsOf,
} from "../../../../../tournament/static/tournament/public/screen_panels.js";

/** @param {number} count */
function event(count) {
  const codes = Array.from({ length: count }, (_, index) => `p${index + 1}`);
  return {
    /** @type {any} */
    event: { name: "Open" },
    players: Object.fromEntries(codes.map((code, index) => [code, { name: `N${count - index}` }])),
    standings: {
      first_place: 1,
      // In another order than they stand.
      rows: Object.fromEntries(
        codes.map((code, index) => [
          code,
          { position: count - index, rank: count - index, points: "1", played: 1 },
        ]),
      ),
    },
    projected: {},
    rounds: {},
    boards: {},
    penalties: {},
  };
}

/** @param {import("../../../../../tournament/static/tournament/public/screen_panels.js").Panel[]} panels */
const sights = (panels) => panels.map(({ kind, page, pages }) => `${kind} ${page + 1}/${pages}`);

test("an address chooses panels and their pace, within bounds", () => {
  assert.deepEqual(optionsOf(""), { show: KINDS, every: 15_000 });
  assert.deepEqual(optionsOf("?show=tables,standings,x&every=20"), {
    show: ["standings", "tables"],
    every: 20_000,
  });
  assert.deepEqual(optionsOf("?show=x&every=fast"), { show: KINDS, every: 15_000 });
  assert.equal(optionsOf("?every=0.1").every, 4000);
  assert.equal(optionsOf("?every=1e9").every, 600_000);
  assert.equal(optionsOf("?every=-3").every, 4000);
});

test("standings come in pages of what fits, in their order", () => {
  const panels = panelsOf(event(45), KINDS);
  assert.deepEqual(sights(panels), ["standings 1/3", "standings 2/3", "standings 3/3"]);
  const positions = panels.flatMap(({ items }) => items.map(({ position }) => position));
  assert.deepEqual(
    positions,
    Array.from({ length: 45 }, (_, index) => index + 1),
  );
  assert.deepEqual(
    panels.map(({ items }) => items.length),
    [15, 15, 15],
  );
});

test("places are told as people read them, and nobody has one before the first result", () => {
  const state = event(3);
  state.standings.rows.p1 = { position: 3, rank: 2, points: "1", played: 1 };
  const places = () => panelsOf(state, ["standings"])[0]?.items.map(({ place }) => place);
  assert.deepEqual(places(), ["–", "–", "–"]);
  Object.assign(state.standings, { as_of: "2026-05-16T12:00:00+00:00" });
  assert.deepEqual(places(), ["1", "2=", "2="]);
});

test("rows say whether there are points of the finals beside", () => {
  const state = event(2);
  assert.equal(panelsOf(state, ["standings"])[0]?.items[0].finals, false);
  const cut = { ...state, cuts: { 2: { finalists: { 1: "p1" } } } };
  assert.equal(panelsOf(cut, ["standings"])[0]?.items[0].finals, true);
});

test("teams come after the players, with what they would be now", () => {
  const teams = { Blues: { position: 2, rank: 2 }, Reds: { position: 1, rank: 1 } };
  const state = {
    ...event(2),
    teams: { rows: teams },
    projected: { teams: { Blues: { rank: 1 } } },
  };
  assert.deepEqual(sights(panelsOf(state, KINDS)), ["standings 1/1", "teams 1/1"]);
  assert.deepEqual(
    panelsOf(state, ["teams"])[0]?.items.map(({ name, now }) => [name, now]),
    [
      ["Reds", undefined],
      ["Blues", 1],
    ],
  );
});

test("places that are revealed stand for the standings", () => {
  const state = event(5);
  state.standings.first_place = 3;
  assert.deepEqual(sights(panelsOf(state, KINDS)), ["reveal 1/1"]);
  // Who shows nothing but standings sees what of them there is.
  assert.deepEqual(sights(panelsOf(state, ["standings"])), ["reveal 1/1"]);
});

test("who never played or was disqualified is called to no place", () => {
  const state = event(5);
  state.standings.first_place = 2;
  state.standings.rows.p1.played = 0; // 5th
  state.rounds = { 1: { status: "finished", tables: {} }, 2: { status: "published", tables: {} } };
  state.penalties = {
    1: { player: "p2", kind: "no-show", round: 1 },
    2: { player: "p3", kind: "disqualified" },
    3: { player: "p4", kind: "no-show", round: 2 }, // a table that is not counted in `played`
  };
  assert.deepEqual(
    panelsOf(state, ["reveal"])[0]?.items.map(({ code }) => code),
    ["p5", "p4"],
  );
});

test("the podium comes first once the first place is known", () => {
  const state = event(4);
  state.event.number_of_rounds = 1;
  state.rounds = { 1: { status: "finished", tables: {} } };
  assert.deepEqual(sights(panelsOf(state, ["podium", "standings"])), ["standings 1/1"]);
  Object.assign(state.standings, { as_of: "2026-05-16T12:00:00+00:00" });
  const rows = state.standings.rows;
  rows.p3.rank = 1;
  rows.p2.rank = 3;
  rows.p1.rank = 3;
  rows.p1.played = 0; // shares the third place, and is called to none
  const podium = () =>
    panelsOf(state, ["podium"])
      .filter(({ kind }) => kind === "podium")
      .flatMap(({ items }) => items.map(({ code, place }) => `${place} ${code}`));
  assert.deepEqual(podium(), ["1= p4", "1= p3", "3 p2"]);
  state.event.frozen_at = "2026-05-16T12:00:00+00:00";
  assert.deepEqual(podium(), []);
  state.event.revealed_to = 1;
  assert.equal(podium().length, 3);
  state.rounds[1].status = "published"; // revealed before the last round is over
  assert.equal(podium().length, 3);
  state.event.frozen_at = undefined;
  assert.equal(podium().length, 0);
  state.event.closed_at = "2026-05-16T18:00:00+00:00";
  assert.equal(podium().length, 3);
});

const SEATS = { 1: { player: "p2", role: "competitor" }, 2: { player: "p1", role: "monopolist" } };

test("seats are shown by name until the round's clock begins", () => {
  const state = event(2);
  state.rounds = {
    1: { status: "finished", clock: {}, tables: {} },
    2: { status: "published", clock: {}, tables: { 10: { seats: SEATS } } },
  };
  const panel = panelsOf(state, ["seats"])[0];
  assert.equal(panel?.round, "2");
  assert.deepEqual(
    panel?.items.map(({ name, table, seat }) => [name, table, seat]),
    [
      ["N1", "10", "1"],
      ["N2", "10", "2"],
    ],
  );
  state.players = { p1: { name: "Player 10" }, p2: { name: "player 2" } };
  assert.deepEqual(
    panelsOf(state, ["seats"])[0]?.items.map(({ name }) => name),
    ["player 2", "Player 10"],
  );
  state.rounds[2].clock = { 1: { kind: "start", at: "2026-05-16T10:00:00Z" } };
  assert.deepEqual(sights(panelsOf(state, ["seats"])), ["standings 1/1"]);
});

test("results come the newest first, with what was corrected", () => {
  const state = event(2);
  const table = (/** @type {string} */ at, revision = 1) => ({
    seats: { 1: { player: "p1", place: 2 }, 2: { player: "p2", place: 1 } },
    result: { confirmed_at: at, revision },
  });
  state.rounds = {
    1: {
      status: "published",
      clock: { 1: {} },
      tables: {
        1: table("2026-05-16T10:00:00Z"),
        2: table("2026-05-16T12:00:00Z", 2),
        3: { seats: {} },
      },
    },
  };
  const items = panelsOf(state, ["results"])[0]?.items ?? [];
  assert.deepEqual(
    items.map(({ table, corrected }) => [table, corrected]),
    [
      ["2", true],
      ["1", false],
    ],
  );
  assert.deepEqual(
    items[0].players.map((/** @type {any} */ player) => player.name),
    ["N1", "N2"],
  );
});

test("tables that play come in order of round and number", () => {
  const state = event(2);
  const board = { on_turn: "p2", status: "playing", players: { p1: { seat: 2 }, p2: { seat: 1 } } };
  state.boards = { 2: { 10: board, 9: board }, 1: { 3: board } };
  const items = panelsOf(state, ["tables"])[0]?.items ?? [];
  assert.deepEqual(
    items.map(({ round, table }) => `${round}/${table}`),
    ["1/3", "2/9", "2/10"],
  );
  assert.deepEqual(
    items[0].players.map((/** @type {any} */ player) => [player.name, player.onTurn]),
    [
      ["N1", true],
      ["N2", false],
    ],
  );
});

test("a few tables say what they come to if time were called now", () => {
  const state = event(1);
  const board = { players: { p1: { seat: 1, retained: 30 } }, deeds: { 1: { owner: "p1" } } };
  const boards = (/** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, table) => [table + 1, board]));
  state.boards = { 1: boards(6) };
  const panels = panelsOf(state, ["if-called"]);
  assert.deepEqual(
    panels.map(({ page, items }) => [page, items[0].table, items[0].players[0].code]),
    [0, 1, 2, 3, 4, 5].map((page) => [page, String(page + 1), "p1"]),
  );
  state.boards = { 1: boards(7) };
  assert.equal(panelsOf(state, ["if-called"])[0]?.kind, "standings");
  state.boards = { 1: { 1: { ...board, players: { p1: { seat: 1 } } } } };
  assert.equal(panelsOf(state, ["if-called"])[0]?.kind, "standings");
});

test("the hall's map has each table with what it is at, and nothing while boards are hidden", () => {
  const board = { status: "closing", judge: "", players: {}, last: {} };
  const tables = { 1: { seats: {}, result: { revision: 1 } }, 2: { seats: {} }, 3: { seats: {} } };
  const state = {
    ...event(2),
    rounds: { 1: { status: "published", clock: { 1: { kind: "start" } }, tables } },
    boards: { 1: { 2: board } },
  };
  const [map] = panelsOf(state, ["map"]);
  assert.equal(map?.kind, "map");
  assert.deepEqual(
    map?.items.map(({ stage }) => stage),
    ["confirmed", "closing", "waiting"],
  );
  state.event.frozen_at = "2026-05-16T12:00:00+00:00";
  assert.notEqual(panelsOf(state, ["map"])[0]?.kind, "map");
});
