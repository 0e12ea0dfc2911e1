/**
 * The tablet's own outbox and exchange without a browser: told what to do line by line, it says each
 * request and waits for its answer, then says how it stands. What is stored outlives it.
 */
import "fake-indexeddb/auto";
import { createInterface } from "node:readline";
import { Api } from "../../../referee/static/tablet/runtime/api.js";
import { FormerTables } from "../../../referee/static/tablet/runtime/former_tables.js";
import { recordOf } from "../../../referee/static/tablet/runtime/game_record.js";
import { Outbox } from "../../../referee/static/tablet/runtime/outbox.js";
import { Store } from "../../../referee/static/tablet/runtime/store.js";
import { Sync } from "../../../referee/static/tablet/runtime/sync.js";

globalThis.document = { hidden: false };

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async () => JSON.parse((await lines.next()).value ?? '{"do":"end"}');
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

// Ids and salts are those of the events that the other client recorded.
const given = [];
const bytesOf = (text) => text.match(/../g).map((pair) => Number.parseInt(pair, 16));
Object.defineProperty(crypto, "randomUUID", { value: () => given[0].event_id });
Object.defineProperty(crypto, "getRandomValues", {
  value: (bytes) => {
    bytes.set(bytesOf(given.shift().salt));
    return bytes;
  },
});

/** Until the tablet is killed: so many writes more, then none is ever done. */
let writesLeft = Number.POSITIVE_INFINITY;
let die;
globalThis.fetch = async (path, { method, body }) => {
  say({ ask: [method, path, body === undefined ? null : JSON.parse(body)] });
  const answer = await hear();
  if (answer.writes !== undefined) writesLeft = answer.writes;
  if (answer.status === 0) throw new TypeError("lost");
  return new Response(JSON.stringify(answer.body), { status: answer.status });
};
const write = Store.prototype.write;
Store.prototype.write = function (changes, durability) {
  if (changes.length > 0 && writesLeft-- <= 0) {
    die();
    return new Promise(() => undefined);
  }
  return write.call(this, changes, durability);
};

/** The problems that the person at the tablet was told of. */
const told = [];
const store = await Store.open();
const api = new Api("", () => "en");
const host = {
  app: "rehearsal",
  changed: () => undefined,
  report: ({ code }) => told.push(code),
  logChanged: async () => undefined,
  updateEngine: async () => false,
  calls: async () => null,
  exclusive: (work) => work(),
};
let outbox;
let sync;

/** Start on what is stored. */
async function start(game) {
  writesLeft = Number.POSITIVE_INFINITY;
  outbox = await Outbox.load(store, game);
  sync = new Sync(api, outbox, host);
}

/** One exchange, whatever the time; or as much of it as a tablet does that dies meanwhile. */
async function step() {
  const dead = new Promise((resolve) => {
    die = resolve;
  });
  sync.askNow();
  sync.connection.notBefore = 0;
  sync.lookedAt = -Infinity;
  await Promise.race([sync.step(), dead]);
}

function standing() {
  const { record, rows, entries } = outbox;
  const places = entries.filter(({ state }) => state === "confirmed");
  const aside = entries.filter(({ state }) => state === "set_aside");
  return {
    head: [record.head.seq, record.head.hash],
    rows: rows.map(({ seq, hash, event_id, event }) => [seq, hash, event_id, event.type]),
    waiting: outbox.waiting.map(({ event_id }) => event_id),
    places: Object.fromEntries(places.map((each) => [each.event_id, [each.seq, each.hash]])),
    aside: aside.map((each) => [each.event_id, each.reason, each.seq, each.handed]),
    named: Object.fromEntries(record.setAside.map(({ id, events }) => [id, events])),
    epoch: record.lease.epoch,
    revoked: record.revoked,
    told,
  };
}

const orders = {
  pair: async ({ bootstrap, token, lease }) => {
    const record = recordOf(bootstrap, { token, lease, device: null });
    await store.write([{ store: "games", put: record }]);
    await start(record.game);
  },
  append: async ({ events }) => {
    given.push(...events);
    for (const { event, at } of events)
      await outbox.append(await outbox.entriesFor([event], at), true);
  },
  step,
  lease: ({ lease }) => outbox.update({ lease }),
  restart: () => start(outbox.record.game),
  // On to another table, or closed meanwhile: what is left is looked after.
  look: async () => {
    const tables = new FormerTables(store, api, () => null);
    await tables.look();
    clearTimeout(tables.timer);
    await start(outbox.record.game);
  },
};

for (let order = await hear(); order.do !== "end"; order = await hear()) {
  await orders[order.do](order);
  say({ done: standing() });
}
process.exit();
