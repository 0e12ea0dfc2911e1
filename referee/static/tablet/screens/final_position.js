/**
 * The sheet for a table of which only the end is entered.
 *
 * @import { Ui } from "./ui.js"
 */
import { BoardEntry, draftOf } from "./board_entry.js";
import { h } from "./dom.js";
import { deedList } from "./final_position_deeds.js";
import { playerForm, playerTabs } from "./final_position_players.js";
import { icon } from "./icons.js";
import { button, clearButton, keypad, refusals } from "./widgets.js";

/**
 * Whether the final position may be entered, or changed: in a game that was not played on the tablet,
 * until the first player has signed.
 *
 * @param {Ui} ui
 */
export function mayEnterPosition(ui) {
  const signed = (ui.state.confirmation?.confirmed ?? []).length > 0;
  return ui.view.entered ? !signed && !ui.finalised : ui.view.lastEvent === null;
}

/** The final position of a table whose game was not logged, checked like any other. */
export class FinalPositionSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "final-position";
    const { entered } = ui.view;
    /** What is half entered; else what was recorded, to be changed. */
    this.entry = BoardEntry.of(ui.drafts.get("final-position") ?? (entered && draftOf(entered)));
    /** What is hardly so, asked before it is recorded. @type {string[]} */
    this.questions = [];
    /** The player whose cash is typed and who is given the deeds tapped. */
    this.id = ui.view.players[0]?.id ?? "";
    this.typing = true;
  }

  /** @private What was changed is drawn, and outlives a reload. */
  changed() {
    this.questions = [];
    this.ui.drafts.keep("final-position", this.entry.isEmpty() ? null : this.entry.draft());
    this.ui.draw();
  }

  /** Nothing is entered any more. */
  clear() {
    this.entry = new BoardEntry();
    this.changed();
  }

  /** The board as entered so far. */
  squares() {
    return this.entry.squares(this.ui.view.squares);
  }

  /** The players as entered so far. */
  players() {
    return this.entry.players(this.ui.view.players);
  }

  title() {
    return this.ui.t("final_position");
  }

  /** What is entered here. */
  words() {
    return this.ui.t("final_position.text");
  }

  doneWords() {
    return this.ui.t("final_position.done");
  }

  /** Whether somebody may have left the game. */
  get someLeft() {
    return true;
  }

  body() {
    const { ui } = this;
    return [
      h("p", { class: "quiet" }, this.words()),
      playerTabs(this),
      playerForm(this),
      deedList(ui, {
        entry: this.entry,
        disabled: this.entry.isOut(this.id),
        tap: (square) => this.give(square),
        changed: () => this.changed(),
      }),
      this.entry.isEmpty() ? null : clearButton(ui, () => this.clear()),
    ];
  }

  /** @param {string} id */
  show(id) {
    this.id = id;
    this.typing = true;
    this.ui.draw();
  }

  /** @param {number | null} value */
  setCash(value) {
    this.entry.cash.set(this.id, value);
    this.changed();
  }

  toggleOut() {
    this.entry.toggleOut(this.id);
    this.changed();
  }

  toggleTyping() {
    this.typing = !this.typing;
    this.ui.draw();
  }

  toggleConfined() {
    this.entry.toggleConfined(this.id);
    this.changed();
  }

  /** @param {number} square given to the player shown, or taken from them */
  give(square) {
    const { entry, id } = this;
    if (entry.isOut(id)) return;
    this.typing = false;
    entry.toggleOwner(square, id);
    this.changed();
  }

  /** Stays in sight however many deeds there are. */
  pinned() {
    const { ui, entry, id } = this;
    if (this.questions.length > 0) return this.questionsFoot();
    const missing = entry.withoutCash(ui.view.players);
    return [
      refusals(ui),
      entry.isOut(id) || !this.typing
        ? null
        : keypad(ui, {
            name: "final-cash",
            label: ui.t("cash"),
            value: entry.cash.get(id) ?? null,
            set: (value) => this.setCash(value),
          }),
      button(
        ui,
        {
          name: "final-done",
          class: "button primary wide",
          disabled: missing.length > 0,
          tap: () => this.check(),
        },
        missing.length > 0
          ? ui.t("final_position.missing", { n: missing.length })
          : this.doneWords(),
      ),
    ];
  }

  /** A question is no refusal: the table may well have it so. */
  questionsFoot() {
    const { ui, questions } = this;
    return [
      h(
        "div",
        { class: "notice", role: "alert" },
        icon("alert"),
        h(
          "div",
          { class: "notice-text" },
          questions.map((each) => h("p", {}, each)),
        ),
      ),
      button(
        ui,
        { name: "final-sure", class: "button primary wide", tap: () => this.record() },
        ui.t("final_position.sure"),
      ),
      button(
        ui,
        {
          name: "final-unsure",
          class: "button wide",
          icon: "back",
          tap: () => {
            this.questions = [];
            ui.draw();
          },
        },
        ui.t("final_position.unsure"),
      ),
    ];
  }

  /** Records it, or shows first what has to be asked. */
  async check() {
    const { ui } = this;
    const answer = await ui.tablet.checkPosition(this.final());
    this.questions = answer?.refusals.length === 0 ? answer.questions : [];
    if (this.questions.length > 0) ui.showRefusals([]);
    else await this.record();
  }

  async record() {
    const { ui } = this;
    this.questions = [];
    const close = ui.sheets.closerOfOpen();
    const outcome = await ui.afterOthers(() => ui.tablet.enterPosition(this.final()));
    ui.showRefusals(outcome.refusals);
    if (!outcome.recorded) return;
    ui.drafts.drop("final-position");
    ui.forgetHalfEntered();
    close();
  }

  /** @private */
  final() {
    const { ui, entry } = this;
    return { position: entry.position(ui.view.players), left: entry.left };
  }
}
