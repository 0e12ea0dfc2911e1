/**
 * What the screens do with the open table: every call answers with a value, none throws.
 *
 * @import { BoardEvent, Explanation, Ladder, Outcome, Problem, Reference, Refusal, Why }
 *   from "./types.js"
 * @import { Table } from "./table.js"
 */
import { Drafts } from "./drafts.js";
import { problemFor } from "./messages.js";
import { outcome } from "./outcome.js";
import { pausedSeconds } from "./pauses.js";
import { takingBack } from "./taking_back.js";

/** @typedef {{ok: true} | {ok: false, problem: Problem}} ActionResult */

export const DONE = /** @type {const} */ ({ ok: true });

const NO_DRAFTS = new Drafts(null, "", []);

/** Without a table nothing is recorded; the screens of no table do not ask. */
export class TableActions {
  constructor() {
    /** @protected @type {Table | null} */ this.table = null;
  }

  /** @protected @param {Table | null} table */
  setTable(table) {
    this.table = table;
  }

  /** @protected */
  changed() {}

  /** @protected @param {Problem} problem @returns {{ok: false, problem: Problem}} */
  report(problem) {
    return { ok: false, problem };
  }

  /** Whether the chief referee corrects here, who may do it to the start too. */
  get forChief() {
    return false;
  }

  /** What is half entered at the open table. */
  get drafts() {
    return this.table?.drafts ?? NO_DRAFTS;
  }

  // —— the game ——

  /** @param {BoardEvent} event @returns {Promise<Outcome>} */
  record(event) {
    return this.write([event]);
  }

  /** All of the events, a row each, or none. @param {BoardEvent[]} events @returns {Promise<Outcome>} */
  async write(events) {
    const written = this.table ? await this.table.write(events) : outcome();
    if (written.problem) this.report(written.problem);
    return written;
  }

  /** Judge an event, and record nothing. @param {BoardEvent} event @returns {Promise<Outcome>} */
  async check(event) {
    const answer = await this.ask("check", { events: [event] });
    return outcome({ judged: answer !== null, ...answer, view: this.table?.currentView() ?? null });
  }

  /**
   * Takes the last event of the board back, or the table's last correction; where nobody can say
   * which of them is last it waits, and says so.
   * @param {string} reason
   */
  async undo(reason) {
    const waiting = this.table?.outbox.waiting ?? [];
    const unjudged = waiting.filter((entry) => !entry.judged).map((entry) => entry.event);
    const event = takingBack(this.table?.view ?? null, unjudged);
    if (event) return this.record({ ...event, reason });
    const problem = problemFor("undo-later");
    this.report(problem);
    return outcome({ problem });
  }

  /** @param {string} reason */
  pause(reason) {
    return this.record({ type: "pause", reason });
  }

  /** Play goes on; how long the pause was goes into the log, by this tablet's steady clock. */
  resume() {
    const seconds = this.table && pausedSeconds(this.table);
    return this.record(seconds === null ? { type: "resume" } : { type: "resume", seconds });
  }

  /** @param {string} text */
  note(text) {
    return this.record({ type: "note", text });
  }

  /** What was corrected and decided up to this row was read here. @param {number} through */
  understand(through) {
    return this.record({ type: "understood", through });
  }

  // —— questions to the engine: null when nobody can judge now ——

  /** @param {string} method of the bridge @param {object} [question] @returns {Promise<any>} */
  async ask(method, question) {
    const { table } = this;
    return table ? table.exclusive(() => table.askEngine(method, question)) : null;
  }

  /** @param {string} player */
  adjustment(player) {
    return this.ask("adjustment", { player });
  }

  /**
   * The best adjustment, which takes a while: only for whoever asks.
   *
   * @param {string} player
   * @returns {Promise<{player: string, plan: import("./types.js").BestPlan | null} | null>}
   */
  bestAdjustment(player) {
    return this.ask("best_adjustment", { player });
  }

  /** A trade read out before it is agreed. @param {BoardEvent} event */
  readTrade(event) {
    return this.ask("trade", { event });
  }

  /**
   * The deeds that these two may give each other.
   *
   * @param {string} player @param {string} other
   * @returns {Promise<{squares: number[]} | null>}
   */
  deedsToTrade(player, other) {
    return this.ask("deeds_to_trade", { player, other });
  }

  /** Why buttons are missing. @param {string} player */
  reasons(player) {
    return this.ask("reasons", { player });
  }

  /** @returns {Promise<{players: import("./types.js").PlacedPlayer[]} | null>} the estimate */
  ifTimeWereCalled() {
    return this.ask("if_time_were_called");
  }

  async statement() {
    return (await this.ask("statement"))?.statement ?? null;
  }

  statementLines() {
    return this.ask("statement_lines");
  }

  /**
   * Every player's cash before retention.
   * @param {Record<string, number | null>} cash null: not counted
   */
  async countCash(cash) {
    const answer = await this.ask("cash_count", { cash });
    if (!answer) return outcome({ judged: false, problem: problemFor("no-answer") });
    return this.write(answer.events);
  }

  /** @param {string} player @param {number} cash */
  recountDifference(player, cash) {
    return this.ask("recount_difference", { player, cash });
  }

  /** Why a sentence says what it says. @param {Why} question @returns {Promise<Explanation | null>} */
  explain(question) {
    return this.ask("explain", question);
  }

  /** What a deed costs and earns. @param {number} square @returns {Promise<Ladder | null>} */
  ladder(square) {
    return this.ask("ladder", { square });
  }

  /** The referee's card of the table's edition. @returns {Promise<Reference | null>} */
  reference() {
    return this.ask("reference");
  }

  // —— before the start ——

  /** @param {object} step @returns {Promise<any>} the division as it is then */
  async divide(step) {
    const { table } = this;
    if (!table) return null;
    const answer = await this.ask("divide", { step });
    if (answer) await table.keepSteps(answer.steps, answer.division);
    return answer?.division ?? null;
  }

  /** @param {{id: string, role: string}[]} [players] the order of play, when it was not thrown here */
  async start(players) {
    if (await this.table?.drawChanged()) {
      return outcome({ problem: this.report(problemFor("draw-changed")).problem });
    }
    const answer = await this.ask("start", { players: players ?? null });
    if (!answer) return outcome({ judged: false, problem: problemFor("no-answer") });
    if (!answer.event) return outcome({ refusals: answer.refusals });
    const started = await this.record(answer.event);
    if (started.recorded) await this.recordReferee();
    return started;
  }

  /** The name of who referees with this tablet, "" where nobody said. @protected */
  get referee() {
    return "";
  }

  /** Log who referees, unless the log says so or there is nothing to log it in. @protected */
  async recordReferee() {
    const { view, record } = this.table ?? {};
    if (!this.referee || !view || view.referee === this.referee) return;
    const writes = record?.practice || (record?.lease?.held && !record.revoked);
    if (writes && record?.state !== "confirmed")
      await this.record({ type: "referee", name: this.referee });
  }

  /**
   * What the rules say to a position entered from the end of a game, and what has to be asked first.
   * @param {{position: object, left: string[]}} final
   * @returns {Promise<{refusals: Refusal[], questions: string[]} | null>}
   */
  checkPosition(final) {
    return this.ask("final_position", final);
  }

  /**
   * Record a game of which only the end is known, or correct what was recorded.
   * @param {{position: object, left: string[]}} final `left`: who left, in their order
   */
  async enterPosition(final) {
    const answer = await this.ask("final_position", final);
    if (!answer) return outcome({ judged: false, problem: problemFor("no-answer") });
    return answer.refusals.length > 0 ? outcome(answer) : this.write(answer.events);
  }

  // —— the end, and the chief ——

  /**
   * @param {{players: string[], reason?: string}} agreed `reason`: why the referee confirms for them
   * @returns {Promise<ActionResult>}
   */
  async confirm({ players, ...reason }) {
    const answer = await this.ask("statement");
    if (!answer) return this.report(problemFor("no-answer"));
    const statement = answer.digest;
    return resultOf(
      await this.write(
        players.map((player) => ({ type: "confirm", player, statement, ...reason })),
      ),
    );
  }

  /** @param {{player: string, reason: string}} objection @returns {Promise<ActionResult>} */
  async dispute({ player, reason }) {
    return resultOf(await this.record({ type: "dispute", player, reason }));
  }

  /** @param {{topic: string, player?: string, note?: string}} call @returns {Promise<ActionResult>} */
  async callJudge(call) {
    await this.table?.calls.open(this.table.record, call);
    return this.sendCalls();
  }

  /** @param {string} id @returns {Promise<ActionResult>} */
  async withdrawCall(id) {
    await this.table?.calls.withdraw(this.table.record.game, id);
    return this.sendCalls();
  }

  /** @private @returns {ActionResult} */
  sendCalls() {
    this.table?.sync.wakeUp();
    this.changed();
    return DONE;
  }
}

/** @param {Outcome} outcome @returns {ActionResult} */
function resultOf({ recorded, problem, refusals }) {
  if (recorded) return DONE;
  const detail = refusals[0]?.text;
  return { ok: false, problem: problem ?? problemFor("not-recorded", { detail }) };
}
