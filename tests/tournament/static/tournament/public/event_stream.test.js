import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { followEvent } from "../../../../../tournament/static/tournament/public/event_stream.js";
import { eventSources } from "../../event_sources.js";

// What the browser gives a page: streams that a test speaks on, answers that a test gives.
let sources;
let requests;
let answer;
let following;
let told;
let stale;
let beats;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  sources = eventSources();
  requests = [];
  told = [];
  beats = [];
  stale = 0;
  answer = { status: 200, version: 5, snapshot: { name: "five" } };
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  globalThis.fetch = async (address, options) => {
    requests.push({ address, etag: options.headers["If-None-Match"] });
    if (!answer) {
      throw new TypeError("no network");
    }
    const { status, ...body } = answer;
    const headers = new Headers({ ETag: `"${body.version}"` });
    return { status, ok: status === 200, headers, json: async () => structuredClone(body) };
  };
});

afterEach(() => {
  following.stop();
  mock.timers.reset();
});

async function follow() {
  following = followEvent({
    slug: "open",
    onState: (state, version, patch) => told.push({ state, version, patch }),
    onBeat: (at) => beats.push(at),
    onStale: () => {
      stale += 1;
    },
  });
  await settled();
}

/** Everything that was asked for has been answered. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function pass(ms) {
  for (let passed = 0; passed < ms; passed += 500) {
    mock.timers.tick(500);
    await settled();
  }
}

const beat = (version, age = 0) => ["beat", { at: "2026-05-16T10:00:00Z", age, version }];
const newest = () => sources.at(-1);
const open = () => sources.filter((one) => !one.closed);

test("the whole comes first, then the stream from there on", async () => {
  await follow();
  assert.deepEqual(told, [{ state: { name: "five" }, version: 5, patch: null }]);
  assert.equal(newest().address, "/e/open/live?since=5");
  newest().say("version", { version: 6, patch: { name: "six" } });
  assert.deepEqual(told[1], { state: { name: "six" }, version: 6, patch: { name: "six" } });
  assert.equal(requests.length, 1);
});

test("at a gap the whole is fetched, and a double changes nothing", async () => {
  await follow();
  newest().say("version", { version: 5, patch: { name: "five" } });
  assert.equal(requests.length, 1);
  answer = { status: 200, version: 8, snapshot: { name: "eight", venue: "since seven" } };
  newest().say("version", { version: 8, patch: { name: "eight" } });
  await settled();
  assert.deepEqual(told[1].state, { name: "eight", venue: "since seven" });
  newest().say("version", { version: 8, patch: { name: "eight" } });
  newest().say("version", { version: 9, patch: { name: "nine" } });
  assert.deepEqual(
    told.map((one) => one.version),
    [5, 8, 9],
  );
});

test("an answer that is older than what was heard of is asked for again", async () => {
  await follow();
  newest().say(...beat(7));
  await settled();
  assert.deepEqual(requests.length, 2);
  answer = { status: 200, version: 7, snapshot: { name: "seven" } };
  await pass(1_000);
  assert.equal(told.at(-1).version, 7);
  await pass(3_000);
  assert.equal(requests.length, 3);
});

test("an answer that comes after something newer is not told", async () => {
  await follow();
  answer = { status: 200, version: 6, snapshot: { name: "six" } };
  newest().say(...beat(6));
  newest().say("version", { version: 6, patch: { name: "six" } });
  newest().say("version", { version: 7, patch: { name: "seven" } });
  await settled();
  assert.deepEqual(
    told.map((one) => one.version),
    [5, 6, 7],
  );
});

test("the stream's own snapshot counts, an older one too", async () => {
  await follow();
  newest().say("version", { version: 3, snapshot: { name: "three" } });
  newest().say(...beat(3));
  assert.equal(told.at(-1).version, 3);
  await pass(2_000);
  assert.equal(requests.length, 1);
});

test("a stream that ends is opened again from the version that is here", async () => {
  await follow();
  newest().say("version", { version: 6, patch: { name: "six" } });
  newest().say("error");
  assert.equal(open().length, 0);
  await pass(2_000);
  assert.equal(newest().address, "/e/open/live?since=6");
  assert.equal(open().length, 1);
  assert.equal(requests.length, 1);
});

test("without streams the whole is asked for, by its ETag", async () => {
  await follow();
  answer = { status: 304 };
  for (let passed = 0; passed < 60; passed += 1) {
    newest().say("error");
    await pass(1_000);
  }
  assert.ok(requests.length > 8 && requests.length < 26, String(requests.length));
  assert.equal(requests.at(-1).etag, '"5"');
  assert.equal(stale, 0);
  answer = { status: 200, version: 6, snapshot: { name: "six" } };
  await pass(8_000);
  assert.equal(told.at(-1).version, 6);
});

test("a stream that comes back ends the asking", async () => {
  await follow();
  for (let failed = 0; failed < 3; failed += 1) {
    newest().say("error");
    await pass(9_000);
  }
  newest().say(...beat(5));
  await settled();
  const before = requests.length;
  for (let passed = 0; passed < 5; passed += 1) {
    await pass(4_000);
    newest().say(...beat(5));
  }
  assert.equal(requests.length, before);
});

test("ten seconds after the last beat it is stale, once, until the next", async () => {
  await follow();
  answer = null;
  newest().say(...beat(5, 4));
  await pass(5_500);
  assert.equal(stale, 0);
  await pass(1_000);
  assert.equal(stale, 1);
  newest().say(...beat(5, 60));
  await pass(3_000);
  assert.equal(stale, 1);
  newest().say(...beat(5));
  assert.equal(beats.length, 3);
  await pass(11_000);
  assert.equal(stale, 2);
});

test("a stream on which nothing comes is none", async () => {
  await follow();
  const silent = newest();
  await pass(13_000);
  assert.ok(silent.closed);
});

test("nobody who does not look holds a stream", async () => {
  await follow();
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(11_000);
  assert.equal(open().length, 0);
  const before = requests.length;
  await pass(60_000);
  assert.equal(requests.length, before);
  document.hidden = false;
  answer = { status: 200, version: 9, snapshot: { name: "nine" } };
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  assert.equal(told.at(-1).version, 9);
  assert.equal(newest().address, "/e/open/live?since=9");
});

test("who stops is told nothing more and holds nothing", async () => {
  await follow();
  const stream = newest();
  following.stop();
  stream.say("version", { version: 6, patch: { name: "six" } });
  await pass(30_000);
  assert.equal(open().length, 0);
  assert.equal(told.length, 1);
  assert.equal(stale, 0);
});
