import assert from "node:assert/strict";
import { test } from "node:test";
import { seatsOf } from "../../../../../tournament/static/tournament/public/seat_search.js";

const state = {
  players: { p01: { name: "Ada" }, p02: { name: "Дарья Орлова" } },
  rounds: {
    9: { tables: { 1: { seats: { 1: { player: "p01" } } } } },
    10: { tables: { 4: { seats: { 1: { player: "p02" }, 2: { player: "p01" } } } } },
  },
};

test("a name is found in the last round, by some of its letters", () => {
  assert.deepEqual(seatsOf(state, " орл"), [
    { round: "10", table: "4", seat: "1", name: "Дарья Орлова" },
  ]);
  assert.deepEqual(seatsOf(state, "ADA"), [{ round: "10", table: "4", seat: "2", name: "Ada" }]);
});

test("accents and the order of words do not matter", () => {
  const zoe = { ...state, players: { ...state.players, p01: { name: "Zoë Łukasz-Ødegård" } } };
  assert.equal(seatsOf(zoe, "odegard  ZOE lukasz").length, 1);
  assert.equal(seatsOf(zoe, "zoé").length, 1);
});

test("nobody is found by nothing, by another name, or before the first round", () => {
  assert.deepEqual(seatsOf(state, "  "), []);
  assert.deepEqual(seatsOf(state, "Eve"), []);
  assert.deepEqual(seatsOf({ players: {}, rounds: {} }, "Ada"), []);
});
