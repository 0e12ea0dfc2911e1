/**
 * The screens at an earlier moment of the game: everything that records an event proposes it instead,
 * and every question to the engine is about that moment.
 *
 * @import { BoardEvent, Outcome, View } from "../runtime/types.js"
 * @import { Tablet } from "../runtime/tablet.js"
 * @import { Sheet } from "./sheets.js"
 */
import { Drafts } from "../runtime/drafts.js";
import { Sheets } from "./sheets.js";
import { Ui } from "./ui.js";

/** Questions that an earlier moment can answer; any other is about the log as it is. */
const AT_MOMENT = [
  "check",
  "adjustment",
  "best_adjustment",
  "trade",
  "deeds_to_trade",
  "reasons",
  "recount_difference",
  "explain",
];

export class MomentUi extends Ui {
  /**
   * @param {Ui} ui of the game as it is now
   * @param {{n: number, after?: BoardEvent[], view: View, roles?: "drawn" | "thrown"}} moment just
   *   before row `n`, or after these events there
   * @param {Sheet} sheet the one that works with it: what it opens lies over it
   * @param {(events: BoardEvent[]) => void} propose
   */
  constructor(ui, { n, after = [], view, roles = "drawn" }, sheet, propose) {
    super(tabletAt(ui.tablet, n, after), ui.draw);
    this.now = ui;
    /** Just before which row of the log it is. */
    this.n = n;
    this.viewThen = view;
    this.roles = roles;
    this.propose = propose;
    this.sheets = new SheetsOver(ui.sheets, sheet);
    this.unkept = new Drafts(null, "", []);
    this.follow();
  }

  /** The settings and the clock are those of now, the game that of then: to be called at each drawing. */
  follow() {
    this.state = { ...this.now.state, view: this.viewThen };
  }

  /** Nothing half entered here outlives a reload. */
  get drafts() {
    return this.unkept;
  }

  /** @param {BoardEvent} event @returns {Promise<Outcome>} */
  async record(event) {
    this.propose([event]);
    return {
      recorded: true,
      judged: true,
      refusals: [],
      consequences: [],
      view: null,
      problem: null,
    };
  }
}

/** The sheets that a moment opens lie over one sheet of now, which they never close. */
class SheetsOver extends Sheets {
  /** @param {Sheets} sheets @param {Sheet} lowest */
  constructor(sheets, lowest) {
    super({ opened: () => {}, closed: () => {}, changed: () => {} });
    this.sheets = sheets;
    this.lowest = lowest;
  }

  get top() {
    return this.sheets.top;
  }

  /** @param {Sheet} sheet */
  open(sheet) {
    this.sheets.open(sheet);
  }

  /** @param {Sheet} sheet */
  openAlone(sheet) {
    this.closeAll();
    this.open(sheet);
  }

  close() {
    this.sheets.close();
  }

  closeAll() {
    this.sheets.closeDownTo(this.lowest);
  }

  closerOfOpen() {
    return () => this.closeAll();
  }
}

/**
 * The moment that the board shows under this sheet.
 *
 * @param {Sheet | undefined} sheet
 * @returns {Ui | null} null for the game as it is now
 */
export function shownBy(sheet) {
  if (sheet === undefined) return null;
  if (sheet.boardUi) return sheet.boardUi;
  const { ui } = /** @type {{ui?: Ui}} */ (sheet);
  return ui instanceof MomentUi ? ui : null;
}

/** @param {Tablet} tablet @param {number} n @param {BoardEvent[]} after @returns {Tablet} */
function tabletAt(tablet, n, after) {
  return Object.create(tablet, {
    ask: {
      /** @param {string} method @param {object} [question] */
      value: (method, question = {}) =>
        AT_MOMENT.includes(method)
          ? tablet.ask("at_moment", { n, after, method, question })
          : tablet.ask(method, question),
    },
  });
}
