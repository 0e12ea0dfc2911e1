import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  keepFocus,
  takeFocus,
} from "../../../../../tournament/static/tournament/draws/draw_focus.js";

const DRAW = "/organise/open/r/1/draw/";

let store;
let focused;

const kept = {
  getItem: (key) => store.get(key) ?? null,
  setItem: (key, value) => store.set(key, value),
  removeItem: (key) => store.delete(key),
};
const within = (part) => ({
  activeElement: { closest: (looked) => (looked === part ? {} : null) },
});
const heading = {
  querySelector: (looked) => ({ focus: () => focused.push(looked) }),
};

beforeEach(() => {
  store = new Map();
  focused = [];
});

test("the heading takes the focus that was in what changed, once", () => {
  keepFocus(within("[data-renewed]"), kept, DRAW, 0);
  takeFocus(heading, kept, DRAW, 2_000);
  takeFocus(heading, kept, DRAW, 2_000);
  assert.deepEqual(focused, ["[data-takes-focus]"]);
});

test("a focus that was elsewhere is not moved", () => {
  keepFocus(within("[role=search]"), kept, DRAW, 0);
  keepFocus({ activeElement: null }, kept, DRAW, 0);
  takeFocus(heading, kept, DRAW, 0);
  assert.deepEqual(focused, []);
});

test("another page and a later visit take no focus", () => {
  keepFocus(within("[data-renewed]"), kept, DRAW, 0);
  takeFocus(heading, kept, "/organise/open/r/2/draw/", 0);
  keepFocus(within("[data-renewed]"), kept, DRAW, 0);
  takeFocus(heading, kept, DRAW, 60_000);
  assert.deepEqual(focused, []);
});

test("a page without a heading to take it leaves the focus where it is", () => {
  keepFocus(within("[data-renewed]"), kept, DRAW, 0);
  takeFocus({ querySelector: () => null }, kept, DRAW, 0);
  assert.deepEqual(focused, []);
});
