import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Engine } from "../../../../../referee/static/tablet/runtime/engine.js";
import { takeSpare } from "../../../../../referee/static/tablet/runtime/spare_worker.js";

// Workers that the engine has begun; each waits for the test to speak for it.
let workers;
let engine;

class FakeWorker {
  constructor() {
    this.terminated = false;
    workers.push(this);
  }

  postMessage({ id }) {
    if (id !== undefined) this.onmessage({ data: { id, value: '{"view": null}' } });
  }

  terminate() {
    this.terminated = true;
  }
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  workers = [];
  globalThis.Worker = FakeWorker;
  // As a browser has it; newer versions of Node have one of their own.
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  globalThis.localStorage = { setItem: () => {}, getItem: () => null };
  engine = new Engine({ worker: "worker.js", release: "/release" }, {}, () => null, {
    started: () => engine.openHere({}),
    changed: () => {},
  });
  engine.load();
});

afterEach(() => {
  engine.stop();
  takeSpare(null)?.worker.terminate();
  mock.timers.reset();
});

const fail = () => workers.at(-1).onmessage({ data: { failure: "Failed to fetch" } });
const start = async () => {
  workers.at(-1).onmessage({ data: { ready: true, digest: "d" } });
  await new Promise((resume) => setImmediate(resume));
};

test("a start that failed is made again, each time after twice as long", () => {
  for (const seconds of [2, 4, 8]) {
    const begun = workers.length;
    fail();
    assert.equal(engine.error, "Failed to fetch");
    mock.timers.tick(seconds * 1000 - 1);
    assert.equal(workers.length, begun);
    mock.timers.tick(1);
    assert.equal(workers.length, begun + 1);
    assert.ok(workers[begun - 1].terminated);
  }
});

test("a start from which nothing is heard has failed", async () => {
  mock.timers.tick(60_000);
  assert.equal(engine.local, "impossible");
  mock.timers.tick(2_000);
  await start();
  assert.equal(engine.local, "ready");
  assert.equal(engine.error, null);
});

test("one that runs is left alone, and its next failure counts as the first", async () => {
  fail();
  mock.timers.tick(2_000);
  await start();
  mock.timers.tick(600_000);
  assert.equal(workers.length, 2);
  fail();
  mock.timers.tick(2_000);
  assert.equal(workers.length, 3);
});

test("an engine that is stopped is not started again", () => {
  fail();
  engine.stop();
  mock.timers.tick(600_000);
  assert.equal(workers.length, 1);
});
