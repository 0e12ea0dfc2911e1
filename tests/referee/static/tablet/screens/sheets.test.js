import assert from "node:assert/strict";
import { test } from "node:test";
import { Sheets } from "../../../../../referee/static/tablet/screens/sheets.js";

globalThis.HTMLElement = class {};
globalThis.document = { activeElement: null };

test("what closes the sheets open now leaves those opened since", () => {
  /** @type {string[][]} */
  const told = [];
  const sheets = new Sheets({
    opened: () => {},
    closed: () => {},
    changed: (names) => told.push(names),
  });
  sheets.open({ name: "card" });
  sheets.open({ name: "amount" });
  const close = sheets.closerOfOpen();
  sheets.open({ name: "trade" });
  close();
  assert.equal(sheets.top?.name, "trade");
  assert.deepEqual(told.at(-1), ["trade"]);
  assert.equal(sheets.openers.length, sheets.depth);
  close();
  assert.equal(sheets.depth, 1);
});
