/**
 * The sheet of one line of the ledger: what happened, the form it was entered with, and what a
 * correction would change, before anything does.
 *
 * @import {
 *   BoardEvent, CorrectionPreview, LedgerEntry, LegalAction, Moment, View
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
import { hasForm } from "./line_forms.js";
import { correctionPreview } from "./line_preview.js";
import { momentBefore, momentOf, previewOf, questionOf } from "./line_questions.js";
import { lineSteps } from "./line_steps.js";
import { lineHead, told, whyFixed, willHappen } from "./line_words.js";
import { MomentUi } from "./moment_ui.js";
import { button, refusals } from "./widgets.js";

export class LineSheet {
  /** @param {Ui} ui @param {number} n the entry's number */
  constructor(ui, n) {
    this.ui = ui;
    this.n = n;
    this.name = `line-${n}`;
    /** @type {Proposal | null} */
    this.proposal = null;
    /** Which of several events is open to be changed, from 0. @type {number | null} */
    this.step = null;
    /** @private @type {Map<Moment, MomentUi>} */
    this.screens = new Map();
  }

  title() {
    return this.ui.t("line.title", { number: String(this.n) });
  }

  /** The game that the board shows: as it was when this happened. @returns {Ui} */
  get boardUi() {
    const moment = momentOf(this.ui, this.n);
    return (moment && this.screenAt(moment, this.step ?? 0)) ?? this.ui;
  }

  body() {
    const { ui } = this;
    const entry = ui.view.ledger.find((each) => each.n === this.n);
    if (!entry) return [];
    const fixed = whyFixed(ui, entry);
    return [
      h("div", { class: "line-told", key: "head" }, lineHead(ui, entry)),
      refusals(ui),
      fixed === null ? this.ways(entry) : h("p", { class: "quiet", key: "fixed" }, fixed),
      // Below what is tapped: nothing moves under the finger.
      this.proposal ? null : h("div", { key: "told" }, told(ui, entry)),
    ].flat();
  }

  /** What can be done about the line. @param {LedgerEntry} entry @returns {Child[]} */
  ways(entry) {
    return entry.type === "revise" ? [this.revertButton()] : this.change();
  }

  /** @returns {Child[]} */
  change() {
    const { ui } = this;
    const moment = momentOf(this.ui, this.n);
    if (moment === null)
      return [h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"))];
    const { proposal } = this;
    const preview = proposal && previewOf(this.ui, proposal);
    return [
      lineSteps(this, moment),
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
      proposal === null ? h("p", { class: "quiet" }, this.whatIsMissing(moment)) : null,
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

  /** What is to be done before anything can be recorded. @param {Moment} moment */
  whatIsMissing({ events }) {
    const types = events.map(({ type }) => type);
    if (types.includes("trade")) return this.ui.t("line.change_trade");
    return this.ui.t(types.some(hasForm) ? "line.change_first" : "line.choose_way");
  }

  /** What this line can be besides corrected. @param {Moment} moment */
  otherWays(moment) {
    const { n } = this;
    // Without a start there is no game.
    if (moment.events.some(({ type }) => type === "start")) return null;
    const last = moment.next === null;
    const composing = (this.proposal?.replacement.length ?? 0) > 0;
    return h(
      "div",
      { class: "list two", key: "ways" },
      this.way("line-take-back", "line.take_back", () =>
        this.propose({ kind: "out", seq: n, replacement: [] }),
      ),
      this.way("line-instead", "line.instead", () => this.enterInstead(moment)),
      this.way("line-before", "line.before", () => this.enterBefore(moment)),
      this.way("line-after", composing ? "line.then" : "line.after", () => this.enterAfter(moment)),
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

  /**
   * What is to stand for this line: what stands there, changed.
   *
   * @param {Moment} moment @param {BoardEvent[]} replacement
   */
  proposeEvents(moment, replacement) {
    if (replacement.length !== this.events(moment).length) this.step = null;
    const kind = kindOf(moment.events, replacement);
    this.proposal = kind && { kind, seq: this.n, replacement };
    this.ui.draw();
  }

  /** The events that stand for the line, or are to. @param {Moment} moment */
  events({ events }) {
    const proposed = this.proposal?.replacement ?? [];
    return proposed.length > 0 ? proposed : events;
  }

  /** @param {Moment} moment */
  enterInstead(moment) {
    this.enter(moment, [], "line.instead", (events) => this.proposeEvents(moment, events));
  }

  /** @param {Moment} moment */
  enterBefore(moment) {
    this.enter(moment, [], "line.before", (events) =>
      this.proposeEvents(moment, [...events, ...this.events(moment)]),
    );
  }

  /** @param {Moment} moment */
  async enterAfter(moment) {
    const before = this.events(moment);
    const after = await this.ui.tablet.ask("moment", { n: this.n, after: before });
    if (after)
      this.enter(after, before, "line.after", (events) =>
        this.proposeEvents(moment, [...before, ...events]),
      );
  }

  /**
   * Enter an event that was forgotten.
   *
   * @param {Moment} moment @param {BoardEvent[]} after it comes after these of the line
   * @param {Key} title @param {(events: BoardEvent[]) => void} propose
   */
  enter({ view }, after, title, propose) {
    if (view === null) return;
    const screen = this.newScreen({ n: this.n, after, view }, propose);
    this.ui.sheets.open(new ForgottenSheet(screen, title));
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
    const after = momentBefore(this.ui, moment.next);
    const buy = after?.view?.legal.find((each) => each.type === "buy");
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
    if (event) await this.ui.recordAndClose(event);
  }

  revertButton() {
    const { ui, n } = this;
    return button(
      ui,
      {
        name: "line-revert",
        class: "button primary wide",
        tap: () => ui.recordAndClose({ type: "revert", seq: n, reason: ui.t("undo.reason") }),
      },
      ui.t("line.revert"),
    );
  }

  /**
   * The screens on which an event of the line is changed; null until they are there.
   *
   * @param {Moment} moment @param {number} at which of the events, from 0
   */
  screenAt(moment, at) {
    const before = this.events(moment).slice(0, at);
    const then = momentOf(this.ui, this.n, before);
    if (!then?.view) return null;
    const known =
      this.screens.get(then) ??
      this.newScreen({ ...then, n: this.n, after: before, view: then.view }, (changed) =>
        this.proposeEvents(moment, this.events(moment).toSpliced(at, 1, ...changed)),
      );
    this.screens.set(then, known);
    known.follow();
    return known;
  }

  /** @param {{n: number, after: BoardEvent[], view: View, roles?: Moment["roles"]}} moment @param {(events: BoardEvent[]) => void} propose @returns {MomentUi} */
  newScreen(moment, propose) {
    return new MomentUi(this.ui, moment, this, (events) => {
      propose(events);
      this.ui.sheets.closeDownTo(this);
    });
  }
}

/**
 * What it is to have these events in the place of those; null where they are the same.
 *
 * @param {BoardEvent[]} standing @param {BoardEvent[]} replacement @returns {Kind | null}
 */
function kindOf(standing, replacement) {
  if (replacement.length === 0) return "out";
  const texts = replacement.map((event) => JSON.stringify(event));
  const kept = standing.every((event) => texts.includes(JSON.stringify(event)));
  if (!kept || standing.length === 0) return "correct";
  return replacement.length > standing.length ? "insert" : null;
}
