/**
 * What every screen works with: the table's state, this device's words, and the ways to act. One
 * `Ui` lives as long as its table is open.
 *
 * @import { BoardEvent, LegalAction, Outcome, PlayerView, Refusal, SquareView, TabletState } from "../runtime/types.js"
 * @import { AlarmSound } from "./alarm_sound.js"
 * @import { Tablet } from "../runtime/tablet.js"
 * @import { TwoDice } from "./dice_entry.js"
 * @import { VNode } from "./dom.js"
 * @import { Key, Params } from "./i18n.js"
 */
import { Alarm } from "./alarm.js";
import { DiceEntry } from "./dice_entry.js";
import { EngineAnswers } from "./engine_answers.js";
import { speechFor } from "./i18n.js";
import { forgetHalfEntered, newLocalState } from "./local_state.js";
import { momentOf } from "./moment.js";
import { Sheets } from "./sheets.js";

/** Squares whose answer is no throw of two dice. */
const OTHER_ANSWERS = ["income_tax", "foundation"];

/** Whether the card is drawn by a throw alone. @param {LegalAction} card */
export function byDice({ needs }) {
  return needs.includes("dice") && !needs.includes("effect") && !needs.includes("card");
}

export class Ui {
  /**
   * @param {Tablet} tablet
   * @param {() => void} draw redraws the page soon
   * @param {AlarmSound | null} [sound] of the clock, where this page tells of it
   */
  constructor(tablet, draw, sound = null) {
    this.tablet = tablet;
    this.draw = draw;
    /** The state as last told: the runtime makes a new one at each look. @type {TabletState} */
    this.state = tablet.state;
    /** What is half entered, chosen or read here, and recorded nowhere. */
    this.local = newLocalState();
    this.dice = new DiceEntry();
    this.alarm = new Alarm(sound);
    this.sheets = new Sheets({
      opened: (sheet) => {
        if (!sheet.keepsRefusals) this.dice.unusable = false;
        this.showRefusals(sheet.keepsRefusals ? this.refusals : []);
      },
      closed: (sheet) => this.showRefusals(sheet?.keepsRefusals ? this.refusals : []),
      changed: (names) => this.drafts.keep("sheets", names),
    });
    /** Why the entry tried last was refused. @type {Refusal[]} */
    this.refusals = [];
    /** The event taken back last, until something else is recorded. @type {BoardEvent | null} */
    this.takenBack = null;
    /** What it was, in words. */
    this.takenBackText = "";
    /** @private */
    this.answers = new EngineAnswers(draw);
    /** @private How many entries are being recorded. */
    this.recordings = 0;
    /** @private @type {Promise<unknown>} the entry before */
    this.lastRecording = Promise.resolve();
    /** @private @type {Set<string>} the buttons whose tap is being carried out, by name */
    this.underWay = new Set();
  }

  // —— the table ——

  /** The game as drawn; screens of a game are only shown when there is one. */
  get view() {
    const { view } = this.state;
    if (view === null) throw new Error("no game to draw");
    return view;
  }

  /** Whether the result has been handed in: nothing changes any more. */
  get finalised() {
    return this.state.table?.finalised ?? false;
  }

  /** @param {string} id @returns {PlayerView} */
  player(id) {
    const player = this.view.players.find((each) => each.id === id);
    if (!player) throw new Error(`no player ${id}`);
    return player;
  }

  /** @param {number} number 0 to 39 @returns {SquareView} */
  square(number) {
    const square = this.view.squares[number];
    if (!square) throw new Error(`no square ${number}`);
    return square;
  }

  /** @param {number} number 0 to 39 */
  placeName(number) {
    return this.square(number).name;
  }

  /**
   * What may be entered now, of these types: nothing while the table pauses.
   *
   * @param {...string} types
   * @returns {LegalAction[]}
   */
  legal(...types) {
    return this.paused ? [] : this.view.legal.filter((each) => types.includes(each.type));
  }

  /** Whether the table pauses: the screens take no entry. */
  get paused() {
    const { pausedSince, status } = this.view;
    return pausedSince !== null && status !== "finished";
  }

  /** The throw of two dice that is entered next; null where something else comes first. */
  awaitedThrow() {
    const kind = this.view.open?.kind ?? "";
    const card = this.legal("card")[0];
    const chosenByHand = card !== undefined && !byDice(card);
    if (OTHER_ANSWERS.includes(kind) || chosenByHand) return null;
    const throws = this.legal("utility_roll", "roll", "card");
    return throws.find((each) => each.needs.includes("dice")) ?? null;
  }

  /** What is half entered at this table and outlives a reload, whatever happens meanwhile. */
  get drafts() {
    return this.tablet.drafts;
  }

  /**
   * What was half entered at this moment of the game; null once the board went on.
   *
   * @param {string} name of the draft
   */
  draft(name) {
    const kept = this.drafts.get(name);
    return kept?.moment === this.moment ? kept.value : null;
  }

  /** @param {string} name @param {unknown} value plain data, as JSON has it; null for none */
  keepDraft(name, value) {
    this.drafts.keep(name, value === null ? null : { moment: this.moment, value });
  }

  /** What a draft belongs to: the last row that made the position what it is. */
  get moment() {
    return momentOf(this.state.view);
  }

  /**
   * An answer of the engine about the game as it stands: null until it is there. Each judge is asked
   * once: nobody answers while the engine loads.
   *
   * @template T
   * @param {string} key names the question
   * @param {() => Promise<T>} question
   * @returns {T | null}
   */
  ask(key, question) {
    const { table, judge, settings, view } = this.state;
    const position = [table?.game, judge, view?.ledger.length, view?.status, settings.language];
    return this.answers.get(position.join(" "), key, question);
  }

  // —— words ——

  get speech() {
    return speechFor(this.state.settings.language);
  }

  /**
   * @param {Key} key
   * @param {Params} [params]
   */
  t(key, params) {
    return this.speech.t(key, params);
  }

  /**
   * @param {Key} key
   * @param {Record<string, VNode>} params
   */
  tWithNames(key, params) {
    return this.speech.tWithNames(key, params);
  }

  /** @param {number} amount */
  money(amount) {
    return this.speech.money(amount, this.state.view?.currency ?? "$");
  }

  /** @param {number} amount */
  change(amount) {
    return this.speech.change(amount, this.state.view?.currency ?? "$");
  }

  // —— acting ——

  /**
   * Does what a button is for, unless it is doing it already: what takes long is not begun twice.
   *
   * @param {string} name the button's
   * @param {() => unknown} act
   */
  async actOnce(name, act) {
    if (this.underWay.has(name)) return;
    this.underWay.add(name);
    try {
      await act();
    } finally {
      this.underWay.delete(name);
    }
  }

  /** @param {Refusal[]} refusals */
  showRefusals(refusals) {
    this.refusals = refusals;
    this.draw();
  }

  /** Whether something is being recorded: what it leads to is not known yet. */
  get recording() {
    return this.recordings > 0;
  }

  /**
   * One entry after the other: dice tapped meanwhile wait for the position it leads to.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  afterOthers(work) {
    this.recordings += 1;
    const done = this.lastRecording.then(work).finally(() => {
      this.recordings -= 1;
    });
    this.lastRecording = done.catch(() => undefined);
    return done;
  }

  /** Records an event and shows what the engine says to it. @param {BoardEvent} event */
  record(event) {
    return this.recorded(() => this.tablet.record(event));
  }

  /**
   * Records an event that was entered on sheets: they close, and what was opened meanwhile stays.
   *
   * @param {BoardEvent} event
   */
  async recordAndClose(event) {
    const close = this.sheets.closerOfOpen();
    const outcome = await this.record(event);
    if (outcome.recorded) close();
    return outcome;
  }

  /** Records events, each a row of its own: all or none. @param {BoardEvent[]} events */
  recordAll(events) {
    return this.recorded(() => this.tablet.write(events));
  }

  /** @private @param {() => Promise<Outcome>} record */
  async recorded(record) {
    const outcome = await this.afterOthers(record);
    if (outcome.recorded) this.forgetHalfEntered();
    this.takeEarlyDice(outcome.recorded && outcome.judged && this.awaitedThrow() !== null);
    this.showRefusals(outcome.refusals);
    return outcome;
  }

  /** Takes back the last event in one tap and keeps it at hand, to be entered again or changed. */
  async undo() {
    const { undo, outcome } = await this.afterOthers(async () => ({
      undo: this.state.view?.undo,
      outcome: await this.tablet.undo(this.t("undo.reason")),
    }));
    if (outcome.recorded) {
      this.forgetHalfEntered();
      // A correction that is taken back leaves nothing to be put back; what nobody judged is not
      // in the view.
      const last = outcome.judged && undo?.kind === "undo" ? undo : null;
      this.takenBack = last?.event ?? null;
      this.takenBackText = last?.text ?? "";
      const dice = this.takenBack?.dice;
      this.dice.takenBack = Array.isArray(dice) ? /** @type {TwoDice} */ (dice) : null;
    }
    this.takeEarlyDice(false);
    this.showRefusals(outcome.refusals);
  }

  /** @param {boolean} fits whether a throw comes next: then the dice tapped early are its */
  takeEarlyDice(fits) {
    if (!this.recording) this.dice.takeEarly(fits);
  }

  /** What was half entered belongs to the moment before: a recorded event ends it. */
  forgetHalfEntered() {
    this.dice.clear();
    this.takenBack = null;
    forgetHalfEntered(this.local);
  }

  /** Gives the table up: the tablet can be paired with another. */
  async leave() {
    await (this.state.table?.practice ? this.tablet.endPractice() : this.tablet.unpair());
    this.sheets.closeAll();
  }
}
