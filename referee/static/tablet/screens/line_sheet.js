/**
 * The sheet of one line of the ledger: what happened, the form it was entered with, and what a
 * correction would change, before anything does.
 *
 * @import {
 *   BoardEvent, CorrectionPreview, LedgerEntry, LegalAction, Moment
 * } from "../runtime/types.js"
 * @import { Child } from "./dom.js"
 * @import { Key } from "./i18n.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {"correct" | "out" | "insert" | "return"} Kind
 * @typedef {{kind: Kind, seq: number, through?: number, replacement: BoardEvent[]}} Proposal
 */
import { h } from "./dom.js";
import { ForgottenSheet } from "./forgotten.js";
import { correctionForm } from "./line_forms.js";
import { correctionPreview } from "./line_preview.js";
import { lineHead, reason } from "./line_words.js";
import { MomentUi } from "./moment_ui.js";
import { button, refusals, sentence } from "./widgets.js";

/** Events of the board that a table does not correct. */
const FIXED = ["start", "undo"];

export class LineSheet {
  /** @param {Ui} ui @param {number} n the entry's number */
  constructor(ui, n) {
    this.ui = ui;
    this.n = n;
    this.name = `line-${n}`;
    /** @type {Proposal | null} */
    this.proposal = null;
    /** @private @type {Map<Moment, MomentUi>} */
    this.screens = new Map();
  }

  title() {
    return this.ui.t("line.title", { number: String(this.n) });
  }

  /** The game that the board shows: as it was when this happened. @returns {Ui} */
  get boardUi() {
    const moment = this.moment(this.n);
    return moment ? this.screenOf(moment, this.n) : this.ui;
  }

  body() {
    const { ui } = this;
    const entry = ui.view.ledger.find((each) => each.n === this.n);
    if (!entry) return [];
    const fixed = whyFixed(ui, entry);
    return [
      h("div", { class: "line-told", key: "head" }, lineHead(ui, entry)),
      refusals(ui),
      fixed === null ? this.change(entry) : h("p", { class: "quiet", key: "fixed" }, fixed),
      entry.type === "revise" && !ui.finalised ? this.revertButton() : null,
      // Below what is tapped: nothing moves under the finger.
      this.proposal ? null : h("div", { key: "told" }, told(ui, entry)),
    ].flat();
  }

  /** @param {LedgerEntry} entry @returns {Child[]} */
  change(entry) {
    const { ui } = this;
    const moment = this.moment(this.n);
    if (moment === null)
      return [h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"))];
    const { proposal } = this;
    const [event = entry.event] = proposal?.kind === "correct" ? proposal.replacement : [];
    const preview = proposal && this.preview(proposal);
    const screen = this.screenOf(moment, this.n);
    return [
      moment.events.length === 1 ? correctionForm(screen, event) : null,
      proposal && preview ? [willHappen(ui, proposal), correctionPreview(ui, preview)] : null,
      this.foot(moment, preview),
      this.otherWays(moment),
    ].flat();
  }

  /** @param {Moment} moment @param {CorrectionPreview | null} preview */
  foot(moment, preview) {
    const { ui, proposal } = this;
    const kind = proposal?.kind ?? "correct";
    return h(
      "div",
      { class: "sheet-foot", key: "foot" },
      this.forgottenPurchase(moment),
      preview && preview.without.length > 0
        ? h("p", { class: "bad-text" }, ui.t("line.left_out", { n: preview.without.length }))
        : null,
      button(
        ui,
        {
          name: `line-${kind}`,
          class: "button primary wide",
          disabled: !preview?.event,
          tap: () => preview && this.record(preview),
        },
        ui.t(`line_do.${kind}`),
      ),
    );
  }

  /** What this line can be besides corrected. @param {Moment} moment */
  otherWays(moment) {
    const { n } = this;
    const last = moment.next === null;
    return h(
      "div",
      { class: "list two", key: "ways" },
      this.way("line-take-back", "line.take_back", () =>
        this.propose({ kind: "out", seq: n, replacement: [] }),
      ),
      this.way("line-instead", "line.instead", () => this.enterInstead(moment)),
      this.way("line-before", "line.before", () => this.enterBefore(moment)),
      this.way("line-after", "line.after", () => this.enterAfter(moment)),
      last ? null : this.way("line-back", "line.return", () => this.returnHere(moment)),
    );
  }

  /** @param {string} name @param {Key} text @param {() => void} tap */
  way(name, text, tap) {
    return button(this.ui, { name, class: "choice", tap }, this.ui.t(text));
  }

  // —— proposals ——

  /** @param {Proposal} proposal */
  propose(proposal) {
    this.proposal = proposal;
    this.ui.draw();
  }

  /** @param {Moment} moment */
  enterInstead(moment) {
    const screen = this.screenOf(moment, this.n);
    this.ui.sheets.open(new ForgottenSheet(screen, "line.instead"));
  }

  /** @param {Moment} moment */
  enterBefore({ events, view }) {
    const screen = this.newScreen({ n: this.n, view }, (forgotten) =>
      this.propose({ kind: "insert", seq: this.n, replacement: [...forgotten, ...events] }),
    );
    this.ui.sheets.open(new ForgottenSheet(screen, "line.before"));
  }

  /** @param {Moment} moment */
  enterAfter(moment) {
    const after = this.moment(this.momentAfter(moment));
    if (after === null) return;
    const screen = this.screenAfter(moment, after);
    this.ui.sheets.open(new ForgottenSheet(screen, "line.after"));
  }

  /** Everything after this line is taken back, and can be put back. @param {Moment} moment */
  returnHere({ next, last }) {
    if (next === null) return;
    this.propose({ kind: "return", seq: next, through: last, replacement: [] });
  }

  /**
   * The deed that was not bought where this line led: one tap, where everything after it still fits.
   *
   * @param {Moment} moment
   */
  forgottenPurchase(moment) {
    if (moment.next === null || this.proposal) return null;
    const following = this.ui.view.ledger.find((each) => each.n === moment.next);
    const after = this.moment(moment.next);
    const buy = after?.view.legal.find((each) => each.type === "buy");
    if (!buy || following?.event.type === "buy") return null;
    return button(
      this.ui,
      { name: "line-bought", class: "button wide", tap: () => this.buyLate(moment, buy) },
      this.ui.t("line.forgotten_purchase", { text: buy.text }),
    );
  }

  /** @param {Moment} moment @param {LegalAction} buy */
  async buyLate({ events }, buy) {
    /** @type {Proposal} */
    const proposal = { kind: "insert", seq: this.n, replacement: [...events, buy.event] };
    const preview = await this.ui.tablet.ask("revision", questionOf(this.ui, proposal));
    const harmless = preview?.event && preview.without.length === 0;
    if (harmless) await this.record(preview);
    else this.propose(proposal);
  }

  /** @param {CorrectionPreview} preview */
  async record({ event }) {
    if (!event) return;
    const outcome = await this.ui.record(event);
    if (outcome.recorded) this.ui.sheets.closeAll();
  }

  revertButton() {
    const { ui, n } = this;
    return button(
      ui,
      {
        name: "line-revert",
        class: "button primary wide",
        tap: async () => {
          const outcome = await ui.record({ type: "revert", seq: n, reason: ui.t("undo.reason") });
          if (outcome.recorded) ui.sheets.closeAll();
        },
      },
      ui.t("line.revert"),
    );
  }

  // —— questions ——

  /** The game just before row `n`; null until it is there. @param {number} n @returns {Moment | null} */
  moment(n) {
    return this.ui.ask(`moment-${n}`, () => this.ui.tablet.ask("moment", { n }));
  }

  /** The row before which this line's turn is over. @param {Moment} moment */
  momentAfter({ next, last }) {
    return next ?? last + 1;
  }

  /** @param {Proposal} proposal @returns {CorrectionPreview | null} */
  preview(proposal) {
    const question = questionOf(this.ui, proposal);
    return this.ui.ask(`revision-${JSON.stringify(question)}`, () =>
      this.ui.tablet.ask("revision", question),
    );
  }

  /** @param {Moment} moment @param {number} n @returns {MomentUi} */
  screenOf(moment, n) {
    const known =
      this.screens.get(moment) ??
      this.newScreen({ n, view: moment.view }, (replacement) =>
        this.propose({ kind: "correct", seq: this.n, replacement }),
      );
    this.screens.set(moment, known);
    known.follow();
    return known;
  }

  /** @param {Moment} moment @param {Moment} after */
  screenAfter(moment, after) {
    return this.newScreen({ n: this.momentAfter(moment), view: after.view }, (forgotten) =>
      this.propose({ kind: "insert", seq: this.n, replacement: [...moment.events, ...forgotten] }),
    );
  }

  /** @param {{n: number, view: Moment["view"]}} moment @param {(events: BoardEvent[]) => void} propose @returns {MomentUi} */
  newScreen(moment, propose) {
    return new MomentUi(this.ui, moment, this, (events) => {
      propose(events);
      this.ui.sheets.closeDownTo(this);
    });
  }
}

/** @param {Ui} ui @param {Proposal} proposal */
function questionOf(ui, { seq, through, replacement }) {
  return { seq, through: through ?? seq, replacement, reason: ui.t("undo.reason") };
}

/** Why nothing of the line can be changed here; null where it can. @param {Ui} ui @param {LedgerEntry} entry */
function whyFixed(ui, entry) {
  if (ui.finalised) return ui.t("line.closed");
  if (entry.undone) return reason(ui, entry);
  if (!entry.onBoard || FIXED.includes(entry.type)) return ui.t("line.fixed");
  return null;
}

/** @param {Ui} ui @param {LedgerEntry} entry */
function told(ui, entry) {
  return entry.lines.map((line) => h("div", { class: "quiet" }, sentence(ui, line)));
}

/** What is proposed, where no event says it. @param {Ui} ui @param {Proposal} proposal */
function willHappen(ui, { kind }) {
  if (kind !== "out" && kind !== "return") return null;
  return h("p", { key: "said" }, h("b", {}, ui.t(`line_will.${kind}`)));
}
