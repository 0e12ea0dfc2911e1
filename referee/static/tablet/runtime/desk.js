/**
 * What the screens do with the open table: every call answers with a value, none throws.
 *
 * @import { BoardEvent, Header, Outcome, Problem } from "./types.js"
 * @import { Table } from "./table.js"
 */
import { problem } from "./messages.js";
import { outcome } from "./table.js";

/** @typedef {{ok: true} | {ok: false, problem: Problem}} Done */

export const DONE = /** @type {const} */ ({ ok: true });

/** @param {Outcome} made @returns {Done} */
function done(made) {
  if (made.recorded) return DONE;
  const found = made.problem ?? problem("not-recorded", { detail: made.refusals[0]?.text });
  return { ok: false, problem: found };
}

export class Desk {
  constructor() {
    /** @protected @type {Table | null} */ this.table = null;
  }

  /** @protected @param {Table | null} table */
  seat(table) {
    this.table = table;
  }

  /** @protected */
  changed() {}

  /** @protected @param {Problem} found @returns {{ok: false, problem: Problem}} */
  report(found) {
    return { ok: false, problem: found };
  }

  // —— the game ——

  /** @param {BoardEvent} event @returns {Promise<Outcome>} */
  record(event) {
    return this.write([event]);
  }

  /** @private @param {BoardEvent[]} events @returns {Promise<Outcome>} */
  async write(events) {
    const made = this.table ? await this.table.write(events) : outcome();
    if (made.problem) this.report(made.problem);
    return made;
  }

  /** @param {BoardEvent} event @returns {Promise<Outcome>} */
  async check(event) {
    const answer = await this.ask("check", { events: [event] });
    return outcome({ judged: answer !== null, ...answer, view: this.table?.shown() ?? null });
  }

  /** @param {string} reason */
  undo(reason) {
    return this.record({ type: "undo", reason });
  }

  /** @param {BoardEvent} event @param {string} reason */
  replace(event, reason) {
    return this.write([{ type: "undo", reason }, event]);
  }

  /** @param {string} reason */
  pause(reason) {
    return this.record({ type: "pause", reason });
  }

  resume() {
    return this.record({ type: "resume" });
  }

  /** @param {string} text */
  note(text) {
    return this.record({ type: "note", text });
  }

  /** @private @param {string} method @param {object} [question] @returns {Promise<any>} */
  async ask(method, question) {
    const { table } = this;
    return table ? table.exclusive(() => table.judged(method, question)) : null;
  }

  /** @param {string} player */
  adjustment(player) {
    return this.ask("adjustment", { player });
  }

  ifTimeWereCalled() {
    return this.ask("if_time_were_called");
  }

  async statement() {
    return (await this.ask("statement"))?.statement ?? null;
  }

  statementLines() {
    return this.ask("statement_lines");
  }

  /** @param {string} player @param {number} cash */
  recountDifference(player, cash) {
    return this.ask("recount_difference", { player, cash });
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
      return outcome({ problem: this.report(problem("draw-changed")).problem });
    }
    const answer = await this.ask("start", { players: players ?? null });
    if (!answer) return outcome({ judged: false, problem: problem("no-answer") });
    return answer.event ? this.record(answer.event) : outcome({ refusals: answer.refusals });
  }

  /** @param {{id: string, role: string}[]} players */
  setSeats(players) {
    return this.start(players);
  }

  /** @param {Header} header */
  restart(header) {
    return this.record({ type: "start", header });
  }

  /** @param {{position: object, left: string[]}} given */
  async enterPosition(given) {
    const answer = await this.ask("quick", given);
    if (!answer) return outcome({ judged: false, problem: problem("no-answer") });
    return answer.refusals.length > 0 ? outcome(answer) : this.write(answer.events);
  }

  // —— the end, and the chief ——

  /** @param {{players: string[]}} yes @returns {Promise<Done>} */
  async confirm({ players }) {
    const signed = await this.ask("statement");
    if (!signed) return this.report(problem("no-answer"));
    const statement = signed.digest;
    return done(await this.write(players.map((player) => ({ type: "confirm", player, statement }))));
  }

  /** @param {{player: string, reason: string}} given @returns {Promise<Done>} */
  async dispute({ player, reason }) {
    return done(await this.record({ type: "dispute", player, reason }));
  }

  /** @param {{topic: string, note?: string}} call @returns {Promise<Done>} */
  async callJudge(call) {
    await this.table?.calls.open(this.table.record, call);
    return this.called();
  }

  /** @param {string} id @returns {Promise<Done>} */
  async withdrawCall(id) {
    await this.table?.calls.withdraw(this.table.record.game, id);
    return this.called();
  }

  /** @private @returns {Done} */
  called() {
    this.table?.sync.kick();
    this.changed();
    return DONE;
  }
}
