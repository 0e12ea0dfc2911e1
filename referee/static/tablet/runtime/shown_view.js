/**
 * What the screens are shown of a table's game: the view as it was judged last, each line of its
 * ledger with where it has come to.
 *
 * @import { Outbox } from "./outbox.js"
 * @import { LedgerEntry, View } from "./types.js"
 */
import { pausedSince } from "./pauses.js";

export class ShownView {
  /** @param {Outbox} outbox */
  constructor(outbox) {
    /** @private */ this.outbox = outbox;
    /** @private @type {LedgerEntry[]} */ this.ledger = [];
    /** As the engine told it last. @type {View | null} */ this.judged = null;
  }

  /** The lines that were told before are of another log. */
  forgetLedger() {
    this.ledger = [];
  }

  /** @param {View | null} judged its ledger may have the lines alone that are new or changed */
  adopt(judged) {
    for (const entry of judged?.ledger ?? []) this.ledger[entry.n - 1] = entry;
    this.judged = judged && { ...judged, ledger: this.ledgerWithSync() };
  }

  /** With what is confirmed by now. @returns {View | null} */
  current() {
    if (this.judged === null) return null;
    return {
      ...this.judged,
      ledger: this.ledgerWithSync(),
      pausedSince: pausedSince(this.outbox, this.judged.pausedSince),
    };
  }

  /** @private The lines; those that stay where they have come to are the same objects. */
  ledgerWithSync() {
    const confirmed = this.outbox.record.head.seq;
    const { ledger } = this;
    for (const entry of ledger) {
      const sync = entry && entry.n <= confirmed ? "confirmed" : "recorded";
      if (entry && entry.sync !== sync) ledger[entry.n - 1] = { ...entry, sync };
    }
    return ledger.filter(Boolean);
  }
}
