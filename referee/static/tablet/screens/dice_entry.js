/**
 * The next throw of two dice, where it was tapped before anybody could see whose it is.
 *
 * @typedef {[number, number]} TwoDice each 1 to 6
 */

export class DiceEntry {
  constructor() {
    /** The throw taken back last: marked on the pad. @type {TwoDice | null} */
    this.takenBack = null;
    /** The throw tapped while something is recorded: for what follows it. @type {TwoDice | null} */
    this.early = null;
    /** The same once that is recorded: it waits for a button. @type {TwoDice | null} */
    this.waiting = null;
    /** Whether a die that was tapped early has no throw it can belong to. */
    this.unusable = false;
  }

  clear() {
    this.takenBack = null;
    this.waiting = null;
    this.unusable = false;
  }

  /**
   * The throw tapped early becomes the next one. It is shown before it counts, for whoever tapped it
   * had not seen whose throw it is.
   *
   * @param {boolean} fits whether a throw comes next
   */
  takeEarly(fits) {
    const { early } = this;
    if (early === null) return;
    this.early = null;
    this.unusable = !fits;
    if (fits) this.waiting = early;
  }
}
