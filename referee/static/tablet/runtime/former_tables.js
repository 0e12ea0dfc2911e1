/**
 * Tables this device wrote for before: what never reached the server, or what a restored one lost,
 * goes to the chief, with the token of that table (even a revoked one may hand over).
 *
 * @import { Api } from "./api.js"
 * @import { Host } from "./log_exchange.js"
 * @import { GameRecord } from "./types.js"
 * @import { Store } from "./store.js"
 */
import { localNow } from "./clock.js";
import { FORMER_MS, LogExchange } from "./log_exchange.js";
import { Outbox } from "./outbox.js";
import { forgettingGame } from "./store.js";

/** Since the table was last heard of: as long as a server names what the chief has decided. */
const ASKED_FOR_MS = 24 * 3600 * 1000;

/** @type {Host} nobody sees a table that was left */
const NOBODY = {
  logChanged: async () => undefined,
  report: () => undefined,
  updateEngine: async () => false,
  exclusive: (work) => work(),
};

class FormerTable extends LogExchange {
  /** @param {Api} api @param {Outbox} outbox */
  constructor(api, outbox) {
    super(api, outbox, NOBODY);
  }

  /** Its token is kept: the next backup that is put back may know it. @override */
  async refused() {
    return 0;
  }

  /**
   * Everything here is in the server's log or with the chief then.
   * @param {() => boolean} isLeft that it is not open again
   * @returns {Promise<boolean>} whether that is so
   */
  async settle(isLeft) {
    const { outbox } = this;
    await this.lookWhatIsThere("other");
    while (outbox.notHandedOver.length > 0) {
      if (!isLeft() || this.connection.lost || performance.now() < this.notHandedBefore)
        return false;
      await this.handOver();
    }
    return !this.connection.lost;
  }
}

export class FormerTables {
  /** @param {Store} store @param {Api} api @param {() => string | null} current the open game */
  constructor(store, api, current) {
    /** @private */ this.store = store;
    /** @private */ this.api = api;
    /** @private */ this.current = current;
    /** @private @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    /** @private @type {Promise<void>} one look after another */ this.looked = Promise.resolve();
  }

  /** Look after them now, and again as long as there is something to look after. */
  look() {
    this.looked = this.looked.then(() => this.lookOnce()).catch(() => this.lookLater());
    return this.looked;
  }

  /** @private */
  lookLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), FORMER_MS);
  }

  /** @private */
  async lookOnce() {
    /** @type {GameRecord[]} */
    const records = await this.store.all("games");
    const left = records.filter(({ token, game }) => token && game !== this.current());
    const done = await Promise.all(left.map((record) => this.isDone(record)));
    if (done.includes(false)) this.lookLater();
  }

  /** @private @param {GameRecord} record @returns {Promise<boolean>} whether it need not be asked for again */
  async isDone({ game, state, clockReceived }) {
    const outbox = await Outbox.load(this.store, game);
    if (!outbox) return true;
    const isLeft = () => game !== this.current();
    const settled = await new FormerTable(this.api, outbox).settle(isLeft);
    if (!settled || !isLeft() || localNow() - clockReceived < ASKED_FOR_MS) return false;
    if (state === "confirmed") await this.store.write(forgettingGame(game));
    return true;
  }
}
