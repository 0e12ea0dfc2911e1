import assert from "node:assert/strict";
import { test } from "node:test";
import { planAfter } from "../../../../../referee/static/tablet/runtime/verdicts.js";

const SENT = ["a", "b", "c"].map((id) => ({ event_id: id, state: "waiting" }));
const accepted = (id, seq) => ({ event_id: id, verdict: "accepted", seq, hash: `h${seq}` });

test("what was accepted, now or before, is confirmed with its number and hash", () => {
  const again = { ...accepted("b", 2), verdict: "duplicate" };
  const plan = planAfter(SENT, [accepted("a", 1), again]);
  assert.deepEqual(plan.confirmed, [
    { event_id: "a", seq: 1, hash: "h1" },
    { event_id: "b", seq: 2, hash: "h2" },
  ]);
  assert.deepEqual([plan.reason, plan.next, plan.setAside], [null, "go_on", []]);
});

test("the first refusal decides, and what follows it is only set aside", () => {
  const plan = planAfter(SENT, [
    accepted("a", 1),
    { event_id: "b", verdict: "illegal", set_aside: true, refusals: [{ message: "No money." }] },
    { event_id: "c", verdict: "stale", set_aside: true, code: "diverged" },
  ]);
  assert.deepEqual([plan.reason, plan.detail, plan.next], ["illegal", "No money.", "fetch"]);
  assert.deepEqual(plan.setAside, SENT.slice(1));
});

test("what was not attempted says nothing", () => {
  const plan = planAfter(SENT, [{ event_id: "a", verdict: "not_attempted" }]);
  assert.deepEqual([plan.reason, plan.next], [null, "go_on"]);
});

for (const [code, next] of Object.entries({
  ahead: "rewind",
  diverged: "diverged",
  digest: "update",
  behind: "fetch",
  "a code of a later server": "fetch",
}))
  test(`after “${code}” the tablet does “${next}”`, () => {
    const plan = planAfter(SENT, [{ event_id: "a", verdict: "stale", code }]);
    assert.deepEqual([plan.reason, plan.next], [code, next]);
  });

test("verdicts on what was not sent are passed over", () => {
  assert.deepEqual(planAfter(SENT, [accepted("other", 1)]).confirmed, []);
});
