/**
 * The sheet of a player who does not agree with the result.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { button, choices, playerChoices } from "./widgets.js";

const DISPUTES = /** @type {const} */ (["cash", "rent", "order", "other"]);

/** A player who does not agree sends the result to the chief referee instead. */
export class DisputeSheet {
  /** @param {Ui} ui @param {string} id who most likely disagrees */
  constructor(ui, id) {
    this.ui = ui;
    this.name = "dispute";
    this.id = id;
    /** @type {(typeof DISPUTES)[number]} */
    this.reason = "cash";
  }

  title() {
    return this.ui.t("statement.dispute");
  }

  body() {
    const { ui } = this;
    return [
      h("p", {}, ui.t("dispute.text")),
      h("p", { class: "row-label" }, ui.t("dispute.who")),
      playerChoices(ui, {
        name: "disputer",
        label: ui.t("dispute.who"),
        value: this.id,
        ids: ui.view.players.map((each) => each.id),
        choose: (id) => {
          this.id = id;
          ui.draw();
        },
      }),
      h("p", { class: "row-label" }, ui.t("reason")),
      choices(ui, {
        name: "dispute",
        label: ui.t("reason"),
        value: this.reason,
        options: DISPUTES.map((value) => ({ value, text: ui.t(`dispute.${value}`) })),
        choose: (reason) => {
          this.reason = reason;
          ui.draw();
        },
      }),
      button(
        ui,
        {
          name: "dispute-send",
          class: "button primary wide",
          tap: () => this.send(),
        },
        ui.t("dispute.send"),
      ),
    ];
  }

  async send() {
    const { ui, id, reason } = this;
    const close = ui.sheets.closerOfOpen();
    const answer = await ui.tablet.dispute({ player: id, reason: ui.t(`dispute.${reason}`) });
    if (answer.ok) close();
  }
}
