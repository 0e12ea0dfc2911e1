import { h } from "./dom.js";
import { button, choices, keypad, playerChoices, refusals } from "./parts.js";

/** @import { Desk } from "./desk.js" */

const REASONS = /** @type {const} */ (["counted", "change", "forgotten", "twice"]);

/** Cash counted at the table against the cash of the log, with the difference explained. */
export class RecountSheet {
  /** @param {Desk} desk @param {string | null} id */
  constructor(desk, id) {
    this.desk = desk;
    this.name = "recount";
    this.id = id;
    /** @type {number | null} */
    this.cash = null;
    /** @type {string} */
    this.reason = desk.t("recount.counted");
  }

  title() {
    return this.desk.t("recount");
  }

  body() {
    const { desk, id } = this;
    const ids = desk.view.players.filter((each) => !each.out).map((each) => each.id);
    return [
      playerChoices(desk, {
        name: "recount",
        label: desk.t("recount.whose"),
        value: id,
        ids,
        choose: (chosen) => {
          this.id = chosen;
          this.cash = null;
          desk.draw();
        },
      }),
      id === null ? null : this.counting(id),
    ];
  }

  /** @param {string} id */
  counting(id) {
    const { desk } = this;
    return h(
      "div",
      { class: "stack" },
      h("p", {}, desk.t("recount.logged", { amount: desk.money(desk.player(id).cash) })),
      keypad(desk, {
        name: "counted",
        label: desk.t("recount.counted_cash"),
        value: this.cash,
        set: (value) => {
          this.cash = value;
          desk.draw();
        },
      }),
      this.cash === null ? null : this.explained(id, this.cash),
    );
  }

  /** @param {string} id @param {number} cash */
  explained(id, cash) {
    const { desk } = this;
    const answer = desk.ask(`recount-${id}-${cash}`, () => desk.tablet.recountDifference(id, cash));
    const same = answer?.difference === 0;
    return h(
      "div",
      { class: "stack" },
      answer
        ? h(
            "p",
            { class: same ? "good-text" : "bad-text", role: "status" },
            h("b", {}, answer.text),
          )
        : null,
      answer && !same ? history(answer.ledger) : null,
      choices(desk, {
        name: "reason",
        label: desk.t("reason"),
        value: this.reason,
        options: REASONS.map((each) => ({
          value: desk.t(`recount.${each}`),
          text: desk.t(`recount.${each}`),
        })),
        choose: (reason) => {
          this.reason = reason;
          desk.draw();
        },
      }),
      refusals(desk),
      button(
        desk,
        { name: "recount-done", class: "button primary wide", tap: () => this.done(id, cash) },
        desk.t("recount.set", { amount: desk.money(cash) }),
      ),
    );
  }

  /** @param {string} id @param {number} cash */
  async done(id, cash) {
    const outcome = await this.desk.record({
      type: "recount",
      player: id,
      cash,
      reason: this.reason,
    });
    if (outcome.recorded) this.desk.closeAll();
  }
}

/** The player's last movements of cash, newest first: where the difference is likely to be. */
/** @param {import("../runtime/types.js").LedgerEntry[]} entries */
function history(entries) {
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
          each.lines.map((line) => h("p", { class: "quiet" }, line.text)),
        ),
      ),
  );
}
