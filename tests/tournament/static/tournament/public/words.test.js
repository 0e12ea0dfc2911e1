import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countdown,
  money,
  pointsText,
} from "../../../../../tournament/static/tournament/public/words.js";

test("sums of money are written as the server writes them", () => {
  assert.equal(money(1290, "$", "en"), "$1,290");
  assert.equal(money(-1234567, "$", "en"), "−$1,234,567");
  assert.equal(money(1290, "$", "fr"), "1\u202f290\u00a0$");
  assert.equal(money(-50, "₽", "ru"), "−50\u00a0₽");
  assert.equal(money(999, "", "en"), "999");
});

test("time left is written as the server writes it", () => {
  assert.equal(countdown(7145.9), "1:59:05");
  assert.equal(countdown(300), "5:00");
  assert.equal(countdown(0.4), "0:00");
  assert.equal(countdown(-30), "−0:30");
});

test("points are written as the server writes them, those below nothing too", () => {
  const exact = ["14", "10/3", "1/3", "-2", "-10/3", "-1/3"];
  assert.deepEqual(exact.map(pointsText), ["14", "3 1/3", "1/3", "−2", "−3 1/3", "−1/3"]);
});
