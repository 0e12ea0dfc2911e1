/**
 * The two dice of the next throw as they are tapped, one after the other.
 *
 * @typedef {(number | null)[]} TwoDice each 1 to 6, null where not tapped yet
 */

/** @returns {TwoDice} */
export function noDice() {
  return [null, null];
}

export class DiceEntry {
  constructor() {
    /** What stands on the pad. */
    this.tapped = noDice();
    /** The dice tapped while something is recorded: for what follows it. */
    this.early = noDice();
    /** Whether both dice stood there before the position did: they wait for a button. */
    this.needsButton = false;
    /** Whether a die that was tapped early has no throw it can belong to. */
    this.unusable = false;
  }

  clear() {
    this.tapped = noDice();
    this.needsButton = false;
    this.unusable = false;
  }

  /**
   * The dice tapped early become the next throw's. Both of them are shown before they count, for
   * whoever tapped them had not seen whose throw it is.
   *
   * @param {boolean} fits whether a throw comes next
   */
  takeEarly(fits) {
    const { early } = this;
    if (early.every((die) => die === null)) return;
    this.early = noDice();
    this.unusable = !fits;
    if (!fits) return;
    this.tapped = early;
    this.needsButton = early.every((die) => die !== null);
  }
}
