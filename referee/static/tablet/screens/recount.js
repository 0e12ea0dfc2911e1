/**
 * The sheet on which cash is counted.
 *
 * @import { BoardEvent } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { button, choices, keypad, playerChoices, refusals, sentence } from "./widgets.js";

const REASONS = /** @type {const} */ (["counted", "change", "forgotten", "twice"]);

/** Cash counted at the table against the cash of the log, with the difference explained. */
export class RecountSheet {
  /** @param {Ui} ui @param {string | null} id */
  constructor(ui, id) {
    this.ui = ui;
    this.name = "recount";
    this.id = id;
    /** @type {number | null} */
    this.cash = null;
    /** @type {string} */
    this.reason = ui.t("recount.counted");
  }

  /** The sheet as it was filled in for this event. @param {Ui} ui @param {BoardEvent} event */
  static refilled(ui, event) {
    const sheet = new RecountSheet(ui, event.player ?? null);
    sheet.cash = Number(event.cash);
    sheet.reason = String(event.reason);
    return sheet;
  }

  about() {
    return this.id;
  }

  title() {
    return this.ui.t("recount");
  }

  body() {
    const { ui, id } = this;
    const ids = ui.view.players.filter((each) => !each.out).map((each) => each.id);
    return [
      playerChoices(ui, {
        name: "recount",
        label: ui.t("recount.whose"),
        value: id,
        ids,
        choose: (chosen) => {
          this.id = chosen;
          this.cash = null;
          ui.draw();
        },
      }),
      id === null ? null : this.counting(id),
    ].flat();
  }

  /** @param {string} id */
  counting(id) {
    const { ui, cash } = this;
    return [
      h("p", {}, ui.t("recount.logged", { amount: ui.money(ui.player(id).cash) })),
      cash === null ? null : this.difference(id, cash),
      refusals(ui),
    ];
  }

  /** @param {string} id @param {number} cash */
  answer(id, cash) {
    const { ui } = this;
    return ui.ask(`recount-${id}-${cash}`, () => ui.tablet.recountDifference(id, cash));
  }

  /** Why, and where the difference may come from. @param {string} id @param {number} cash */
  difference(id, cash) {
    const { ui } = this;
    const answer = this.answer(id, cash);
    return h(
      "div",
      { class: "stack", key: "difference" },
      choices(ui, {
        name: "reason",
        label: ui.t("reason"),
        value: this.reason,
        options: REASONS.map((each) => ({
          value: ui.t(`recount.${each}`),
          text: ui.t(`recount.${each}`),
        })),
        choose: (reason) => {
          this.reason = reason;
          ui.draw();
        },
      }),
      answer && answer.difference !== 0 ? history(ui, answer.ledger) : null,
    );
  }

  /** The difference in words. @param {string} id @param {number} cash */
  verdict(id, cash) {
    const answer = this.answer(id, cash);
    if (!answer) return null;
    const tone = answer.difference === 0 ? "good-text" : "bad-text";
    return h("p", { class: tone, role: "status" }, h("b", {}, answer.text));
  }

  /** Stays in sight however long the history is. */
  pinned() {
    const { ui, id, cash } = this;
    if (id === null) return [];
    return [
      cash === null ? null : this.verdict(id, cash),
      keypad(ui, {
        name: "counted",
        label: ui.t("recount.counted_cash"),
        value: cash,
        set: (value) => {
          this.cash = value;
          ui.draw();
        },
      }),
      button(
        ui,
        {
          name: "recount-done",
          class: "button primary wide",
          disabled: cash === null,
          tap: () => (cash === null ? null : this.record(id, cash)),
        },
        cash === null
          ? ui.t("recount.counted_cash")
          : ui.t("recount.set", { amount: ui.money(cash) }),
      ),
    ];
  }

  /** @param {string} id @param {number} cash */
  record(id, cash) {
    return this.ui.recordAndClose({ type: "recount", player: id, cash, reason: this.reason });
  }
}

/**
 * The player's last movements of cash, newest first: where the difference is likely to be.
 *
 * @param {Ui} ui
 * @param {import("../runtime/types.js").LedgerEntry[]} entries
 */
export function history(ui, entries) {
  return h(
    "ol",
    { class: "ledger" },
    entries
      .slice(-8)
      .reverse()
      .map((each) =>
        h(
          "li",
          {},
          h("b", {}, each.text),
          each.lines.map((line) => h("div", { class: "quiet" }, sentence(ui, line))),
        ),
      ),
  );
}
