import assert from "node:assert/strict";
import { test } from "node:test";
import {
  apart,
  linePoints,
  roundUp,
} from "../../../../../tournament/static/tournament/public/worth_chart.js";

test("the axis ends where the server's does", () => {
  assert.deepEqual([0, 100, 101, 300, 701, 1290].map(roundUp), [100, 100, 200, 300, 800, 2000]);
});

test("labels never touch, and stay within the plot", () => {
  assert.deepEqual(apart([10, 12, 200], 272), [15, 35, 205]);
  assert.deepEqual(apart([272, 272, 272], 272), [237, 257, 277]);
});

test("a line's points lie where the server draws them", () => {
  const plot = { left: 56, right: 680, top: 14, bottom: 272 };
  assert.deepEqual(linePoints([0, 150, 300], 300, plot), [
    { x: 56, y: 272 },
    { x: 368, y: 143 },
    { x: 680, y: 14 },
  ]);
  assert.deepEqual(linePoints([], 300, plot), []);
});
