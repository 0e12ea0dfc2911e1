import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { TableStream } from "../../../../../referee/static/tablet/runtime/table_stream.js";

// What the server answers: streams that a test speaks on, or null where it has none.
let answers;
let asked;
let told;
let record;
let stream;

class Body {
  constructor(abort) {
    this.readable = new ReadableStream({
      start: (controller) => {
        this.controller = controller;
      },
    });
    abort.signal.addEventListener("abort", () => this.cut());
  }

  say(text) {
    this.controller.enqueue(new TextEncoder().encode(text));
  }

  cut() {
    try {
      this.controller.error(new Error("broken off"));
    } catch {
      // It was already.
    }
  }
}

const api = {
  listen: async (path, token, abort) => {
    asked.push({ path, token });
    if (!answers) return null;
    answers.push(new Body(abort));
    return answers.at(-1).readable;
  },
};
/** Everything that is due now has happened. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resume) => setImmediate(resume));
};
const note = (name) => (value) => told.push(value === undefined ? name : [name, value]);
const READY = 'event: ready\ndata: {"poll_ms":10000}\n\n';

async function listen() {
  stream.run();
  await settled();
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  answers = [];
  asked = [];
  told = [];
  record = { token: "secret", game: "g1", revoked: false };
  const names = ["ready", "changed", "moved", "beat", "ended"];
  const notes = Object.fromEntries(names.map((name) => [name, note(name)]));
  stream = new TableStream(api, () => record, { ...notes, beat: () => {} });
});

afterEach(async () => {
  stream.stop();
  await settled();
  mock.timers.reset();
});

test("it asks with the tablet's token, and tells what it hears", async () => {
  await listen();
  assert.deepEqual(asked, [{ path: "games/g1/live", token: "secret" }]);
  answers[0].say(READY);
  await settled();
  assert.equal(stream.pollMs, 10_000);
  answers[0].say('event: moved\ndata: {"seq":7}\n\nevent: chan');
  answers[0].say("ged\ndata: {}\n\nevent: beat\ndata: {}\n\n");
  await settled();
  mock.timers.tick(250);
  assert.deepEqual(told, ["ready", ["moved", 7], "changed"]);
});

test("a stream that is silent or broken off has ended, and is tried again", async () => {
  await listen();
  answers[0].say(READY);
  await settled();
  mock.timers.tick(5_000);
  await settled();
  assert.equal(stream.pollMs, null);
  assert.deepEqual(told, ["ready", "ended"]);
  mock.timers.tick(1_500);
  await settled();
  assert.equal(asked.length, 2);
  answers[1].say(READY);
  await settled();
  answers[1].cut();
  await settled();
  assert.deepEqual(told, ["ready", "ended", "ready", "ended"]);
});

test("where the server has none it is asked rarely, at once when the network is back", async () => {
  answers = null;
  await listen();
  mock.timers.tick(14_000);
  await settled();
  assert.equal(asked.length, 1);
  stream.restart();
  await settled();
  assert.equal(asked.length, 2);
  assert.deepEqual(told, []);
});

test("without a token, or with a revoked one, nothing is asked", async () => {
  record = { ...record, revoked: true };
  await listen();
  mock.timers.tick(60_000);
  await settled();
  assert.deepEqual(asked, []);
});

test("once it is stopped nothing is asked any more", async () => {
  await listen();
  answers[0].say(READY);
  await settled();
  stream.stop();
  await settled();
  mock.timers.tick(120_000);
  await settled();
  assert.equal(asked.length, 1);
  assert.equal(stream.pollMs, null);
});
