import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chapterBeside,
  chapterOf,
  goOf,
} from "../../../../../referee/static/referee/board/replay_keys.js";

const press = (key, focused = "body", held = {}) =>
  goOf({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held }, focused);

test("keys move through the game", () => {
  const keys = [" ", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "x"];
  assert.deepEqual(
    keys.map((key) => press(key)),
    ["play", "previous", "next", "first", "last", "chapter-back", "chapter-on", ""],
  );
});

test("what has the focus keeps the keys that it needs", () => {
  assert.equal(press(" ", "button"), "");
  assert.equal(press("ArrowRight", "button"), "next");
  assert.equal(press("ArrowRight", "select"), "");
  assert.equal(press("ArrowLeft", "body", { altKey: true }), "");
});

test("a moment belongs to the last chapter that began", () => {
  assert.deepEqual(
    [0, 4, 9, 10, 99].map((at) => chapterOf([4, 10, 10], at)),
    [-1, 0, 0, 2, 2],
  );
});

test("the chapters beside a moment", () => {
  assert.equal(chapterBeside([4, 10, 10], 4, 1), 10);
  assert.equal(chapterBeside([4, 10, 10], 10, 1), undefined);
  assert.equal(chapterBeside([4, 10, 10], 10, -1), 4);
  assert.equal(chapterBeside([4, 10, 10], 4, -1), undefined);
});
