import assert from "node:assert/strict";
import { test } from "node:test";
import {
  shownTable,
  standingsPages,
  tableAsked,
} from "../../../../../tournament/static/tournament/public/overlay_panels.js";

/** Two rounds: table 3 of the first has a result, that of the second is played. */
const state = () => ({
  players: { p1: { name: "Ann" }, p2: { name: "Ben" } },
  rounds: {
    1: {
      tables: {
        3: {
          result: { revision: 1 },
          seats: { 1: { player: "p1", role: "competitor", place: 1, final: 900 } },
        },
        4: { result: { revision: 1 }, seats: {} },
      },
    },
    2: { tables: { 3: { seats: { 1: { player: "p2" }, 2: { player: "p1" } } } } },
  },
  boards: /** @type {any} */ ({
    2: { 3: { on_turn: "p1", players: { p1: { cash: 5 }, p2: { cash: 7 } } } },
  }),
});

test("an address asks for a table by its number, or for the standings", () => {
  assert.equal(tableAsked("?table=3"), "3");
  for (const search of ["", "?table=", "?table=0", "?table=-1", "?table=x", "?table=12345"]) {
    assert.equal(tableAsked(search), "", search);
  }
});

test("a table is that of the last round that has one", () => {
  const running = shownTable(state(), "3");
  assert.equal(running?.round, "2");
  const told = running?.players.map(({ name, cash, onTurn }) => [name, cash, onTurn]);
  assert.deepEqual(told, [
    ["Ben", 7, false],
    ["Ann", 5, true],
  ]);
  assert.equal(shownTable(state(), "4")?.round, "1");
  assert.equal(shownTable(state(), "9"), null);
});

test("a table without a board shows who sits there, and one with a result no board", () => {
  const hidden = { ...state(), boards: {} };
  assert.equal(shownTable(hidden, "3")?.board, undefined);
  assert.deepEqual(
    shownTable(hidden, "3")?.players.map(({ name, cash }) => [name, cash]),
    [
      ["Ben", undefined],
      ["Ann", undefined],
    ],
  );
  const ended = /** @type {any} */ (state());
  ended.rounds[2].tables[3].result = { revision: 2 };
  assert.equal(shownTable(ended, "3")?.board, undefined);
  assert.equal(shownTable(ended, "3")?.result.revision, 2);
});

test("standings are paged by as many rows as are asked for, in their order", () => {
  const codes = Array.from({ length: 23 }, (_, index) => `p${index}`);
  const state = {
    event: { name: "Open" },
    players: Object.fromEntries(codes.map((code) => [code, { name: code }])),
    standings: {
      as_of: "2026-05-16T12:00:00Z",
      first_place: 1,
      rows: Object.fromEntries(
        codes.map((code, at) => [code, { position: 23 - at, rank: 23 - at }]),
      ),
    },
    projected: {},
    rounds: {},
    boards: {},
    penalties: {},
  };
  const pages = standingsPages(state, 10);
  assert.deepEqual(
    pages.map(({ items }) => items.length),
    [10, 10, 3],
  );
  assert.equal(pages[0]?.items[0].name, "p22");
  assert.equal(pages[2]?.items[2].place, "23");
});
