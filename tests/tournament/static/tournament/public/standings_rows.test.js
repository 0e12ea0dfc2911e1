import assert from "node:assert/strict";
import { test } from "node:test";
import {
  playersBeyond,
  reorder,
  thoseThatStay,
} from "../../../../../tournament/static/tournament/public/standings_rows.js";

const players = Object.fromEntries(
  Array.from({ length: 1000 }, (_, index) => {
    const code = `p${String(index + 1).padStart(2, "0")}`;
    const club = index % 10 ? "" : "Chess Club";
    const team = index % 2 ? "Reds" : null;
    return [code, { name: `Player ${index + 1}`, club, team, seed: index + 1 }];
  }),
);
const rows = Object.fromEntries(
  Object.keys(players).map((code, index) => [
    code,
    { position: 1000 - index, rank: 1000 - index, points: "7/2" },
  ]),
);
const state = { players, standings: { as_of: "2026-05-16T12:00:00+00:00", rows } };
const everybody = { field: "club", name: "" };
const nothing = { typed: "", group: everybody, followed: new Set(), onPage: new Set() };
const codes = (/** @type {any} */ wanted) =>
  playersBeyond(state, { ...nothing, ...wanted }).map(({ code }) => code);

test("somebody without a row here is found among a thousand", () => {
  assert.deepEqual(codes({ typed: " player 1000 " }), ["p1000"]);
  assert.deepEqual(playersBeyond(state, { ...nothing, typed: "PLAYER 999" }), [
    { code: "p999", name: "Player 999", seed: 999, rank: 2, points: "7/2" },
  ]);
});

test("accents do not matter", () => {
  const named = { ...state, players: { p01: { name: "Mateo Villaseñor", club: "", seed: 1 } } };
  assert.equal(playersBeyond(named, { ...nothing, typed: "villasenor" }).length, 1);
});

test("who has a row is not told twice, and fifty are enough", () => {
  assert.deepEqual(codes({ typed: "player 77", onPage: new Set(["p77"]) }).includes("p77"), false);
  const found = codes({ typed: "player" });
  assert.equal(found.length, 50);
  assert.equal(found[0], "p1000");
});

test("a club narrows, and so does a team", () => {
  const group = { field: "club", name: "Chess Club" };
  assert.deepEqual(codes({ group, typed: "player 99" }), ["p991"]);
  assert.equal(codes({ group }).length, 50);
  const reds = { field: "team", name: "Reds" };
  assert.deepEqual(codes({ group: reds, typed: "player 100" }), ["p1000", "p100"]);
});

test("who is followed is there while nothing is looked for, in order of the standings", () => {
  assert.deepEqual(codes({ followed: new Set(["p05", "p300", "pXX"]) }), ["p300", "p05"]);
  assert.deepEqual(codes({}), []);
  assert.deepEqual(codes({ followed: new Set(["p05"]), typed: "player 300" }), ["p300"]);
});

test("a place that is not revealed is not told", () => {
  const hidden = { players, standings: { rows: {} } };
  const [found] = playersBeyond(hidden, { ...nothing, typed: "player 77" });
  assert.deepEqual([found?.rank, found?.points], [null, ""]);
});

const indexes = (/** @type {number[]} */ places) =>
  [...thoseThatStay(places)].sort((a, b) => a - b);

test("all stay that are in order", () => {
  assert.deepEqual(indexes([]), []);
  assert.deepEqual(indexes([0, 1, 2]), [0, 1, 2]);
});

test("one that goes up or down is the only one that is moved", () => {
  assert.deepEqual(indexes([1, 2, 3, 0, 4]), [0, 1, 2, 4]);
  assert.deepEqual(indexes([3, 0, 1, 2, 4]), [1, 2, 3, 4]);
});

test("of all orders the most stay", () => {
  assert.equal(indexes([4, 3, 2, 1, 0]).length, 1);
  assert.equal(indexes([2, 0, 3, 1, 4, 6, 5]).length, 4);
});

/** Rows of a parent that notes who was moved. @param {string} names */
function table(names) {
  /** @type {any[]} */
  const children = [];
  /** @type {string[]} */
  const moved = [];
  const take = (/** @type {any} */ row) => {
    moved.push(row.name);
    children.splice(children.indexOf(row), 1);
  };
  const parentElement = {
    prepend(/** @type {any} */ row) {
      take(row);
      children.unshift(row);
    },
  };
  for (const name of names) {
    children.push({
      name,
      parentElement,
      after(/** @type {any} */ row) {
        take(row);
        children.splice(children.indexOf(this) + 1, 0, row);
      },
    });
  }
  return { children, moved, text: () => children.map((row) => row.name).join("") };
}

for (const [from, to, moves] of [
  ["abcdef", "abcdef", 0],
  ["abcdef", "fabcde", 1],
  ["fabcde", "abcdef", 1],
  ["abcdef", "acbedf", 2],
  ["abcdef", "fedcba", 5],
  ["abcdef", "bdface", 3],
]) {
  test(`${from} becomes ${to} by ${moves} moves`, () => {
    const rows = table(String(from));
    const ordered = [...String(to)].map((name) => rows.children.find((row) => row.name === name));
    reorder([...rows.children], ordered);
    assert.equal(rows.text(), to);
    assert.equal(rows.moved.length, moves);
  });
}
