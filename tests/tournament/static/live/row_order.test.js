import assert from "node:assert/strict";
import { test } from "node:test";
import { reorder, thoseThatStay } from "../../../../tournament/static/live/row_order.js";

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
