/**
 * The next throw of two dice, where it is shown before it counts: it was tapped before anybody could
 * see whose it is, or it may be the last one, tapped twice.
 *
 * @typedef {[number, number]} TwoDice each 1 to 6
 * @typedef {{dice: TwoDice, again: boolean}} ShownThrow
 *   `again`: it is the throw before, within a moment
 */

/** The same throw again within so many milliseconds may be one finger that came twice. */
const TWICE_MS = 1_500;

export class DiceEntry {
  constructor() {
    /** The throw taken back last: marked on the pad. @type {TwoDice | null} */
    this.takenBack = null;
    /** The throw tapped while something is recorded: for what follows it. @type {ShownThrow | null} */
    this.early = null;
    /** The throw that waits for a button. @type {ShownThrow | null} */
    this.waiting = null;
    /** Whether a die that was tapped early has no throw it can belong to. */
    this.unusable = false;
    /**
     * The throw tapped last, when, and after how many entries.
     * @private @type {{dice: TwoDice, at: number, entries: number} | null}
     */
    this.last = null;
  }

  clear() {
    this.takenBack = null;
    this.waiting = null;
    this.unusable = false;
  }

  /**
   * A throw is tapped: it counts at once, or it is shown first.
   *
   * @param {TwoDice} dice
   * @param {{at: number, entries: number, recording: boolean, inTurn: boolean}} tap `at`: in
   *   milliseconds of the page's time; `entries`: how many of the board are shown; `recording`: something else is
   *   being recorded, and nobody has seen what follows; `inTurn`: the next throw may be the next
   *   player's
   * @returns {boolean} whether it counts at once
   */
  tapped(dice, { at, entries, recording, inTurn }) {
    const { last } = this;
    this.last = { dice, at, entries };
    this.unusable = false;
    // Whoever did something else between has not tapped twice.
    const again =
      inTurn &&
      last !== null &&
      at - last.at < TWICE_MS &&
      entries - last.entries <= 1 &&
      String(last.dice) === String(dice);
    if (recording) this.early = { dice, again };
    else if (again) this.waiting = { dice, again };
    return !recording && !again;
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
