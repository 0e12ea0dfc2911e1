import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Rotation } from "../../../../../tournament/static/tournament/public/screen_rotation.js";

/** @param {string[]} names */
const panels = (...names) =>
  names.map((name) => ({
    kind: /** @type {any} */ (name.slice(0, -1)),
    page: Number(name.at(-1)),
    pages: 9,
    items: [],
  }));

/** @type {string[]} */
let seen = [];
/** @type {Rotation} */
let rotation;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  seen = [];
  rotation = new Rotation(1000, ({ kind, page }, turned) =>
    seen.push(`${kind}${page}${turned ? "" : " again"}`),
  );
});

test("panels take turns, for ever", () => {
  rotation.replace(panels("a0", "a1"));
  for (let turn = 0; turn < 3; turn += 1) mock.timers.tick(1000);
  assert.deepEqual(seen, ["a0", "a1", "a0", "a1"]);
});

test("new panels neither turn the one that is seen nor begin its time anew", () => {
  rotation.replace(panels("a0", "b0"));
  mock.timers.tick(900);
  rotation.replace(panels("n0", "a0", "b0"));
  mock.timers.tick(100);
  assert.deepEqual(seen, ["a0", "a0 again", "b0"]);
});

test("where the one that is seen is gone, its neighbour comes", () => {
  rotation.replace(panels("a0", "a1", "a2"));
  rotation.step(2);
  rotation.replace(panels("a0", "a1"));
  assert.deepEqual(seen.slice(1), ["a2", "a1"]);
  rotation.replace([]);
  rotation.step(1);
  rotation.replace(panels("a0"));
  assert.deepEqual(seen.slice(3), ["a0"]);
});

test("it stands still, steps by hand both ways, and goes on", () => {
  rotation.replace(panels("a0", "b0", "c0"));
  assert.equal(rotation.toggle(), true);
  mock.timers.tick(60_000);
  rotation.step(-1);
  mock.timers.tick(60_000);
  assert.deepEqual(seen, ["a0", "c0"]);
  rotation.replace(panels("a0", "b0", "c0"));
  mock.timers.tick(60_000);
  assert.equal(rotation.toggle(), false);
  mock.timers.tick(1000);
  assert.deepEqual(seen.slice(2), ["c0 again", "a0"]);
});

test("a place that was just revealed is shown at once, and once", () => {
  rotation.replace(panels("a0", "b0"));
  rotation.reveal(9);
  rotation.replace(panels("a0", "reveal0"));
  rotation.reveal(8);
  rotation.step(1);
  rotation.reveal(8);
  rotation.reveal(0);
  assert.deepEqual(seen, ["a0", "a0 again", "reveal0", "a0"]);
});
