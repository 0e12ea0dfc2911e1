import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isRevealing,
  revealedSince,
} from "../../../../../tournament/static/tournament/public/revealed.js";

/** @param {number} place the best one that is shown @param {any} [event] */
const from = (place, event = { frozen_at: "2026-05-16", revealed_to: place }) => ({
  event,
  players: { a: { name: "Ada" }, b: { name: "Bo" }, c: { name: "Cy" } },
  standings: {
    first_place: place,
    rows: Object.fromEntries(
      Object.entries({ a: 1, b: 2, c: 2 })
        .filter(([, rank]) => rank >= place)
        .map(([code, rank]) => [code, { rank }]),
    ),
  },
});

test("who has the place that was revealed is told, once", () => {
  const [hidden, second, first] = [from(3), from(2), from(1)];
  assert.ok(isRevealing(second) && !isRevealing(first));
  assert.deepEqual(revealedSince(second, hidden), { rank: 2, names: ["Bo", "Cy"] });
  assert.equal(revealedSince(second, second), null);
  assert.deepEqual(revealedSince(first, second), { rank: 1, names: ["Ada"] });
  assert.equal(revealedSince(first, first), null);
});

test("places that are taken back tell nothing, nor do frozen standings", () => {
  assert.equal(revealedSince(from(3), from(2)), null);
  assert.equal(
    revealedSince(from(1, { frozen_at: "2026-05-16", revealed_to: null }), from(2)),
    null,
  );
});
