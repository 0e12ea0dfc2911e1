import assert from "node:assert/strict";
import { test } from "node:test";
import { sparkPoints } from "../../../../../tournament/static/tournament/public/spark.js";

test("a line's points are those that the server writes", () => {
  assert.equal(sparkPoints([100, 150, 300], 100, 300), "0,15 30,12 60,1");
});
