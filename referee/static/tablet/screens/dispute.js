import { h } from "./dom.js";
import { button, choices, playerChoices } from "./parts.js";

/** @import { Desk } from "./desk.js" */

const DISPUTES = /** @type {const} */ (["cash", "rent", "order", "other"]);

/** A player who does not agree sends the result to the chief referee instead. */
export class DisputeSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.name = "dispute";
    /** @type {string | null} */
    this.id = null;
    /** @type {(typeof DISPUTES)[number]} */
    this.reason = "cash";
  }

  title() {
    return this.desk.t("statement.dispute");
  }

  body() {
    const { desk } = this;
    return [
      h("p", {}, desk.t("dispute.text")),
      playerChoices(desk, {
        name: "disputer",
        label: desk.t("dispute.who"),
        value: this.id,
        ids: desk.view.players.map((each) => each.id),
        choose: (id) => {
          this.id = id;
          desk.draw();
        },
      }),
      choices(desk, {
        name: "dispute",
        label: desk.t("reason"),
        value: this.reason,
        options: DISPUTES.map((value) => ({ value, text: desk.t(`dispute.${value}`) })),
        choose: (reason) => {
          this.reason = reason;
          desk.draw();
        },
      }),
      button(
        desk,
        {
          name: "dispute-send",
          class: "button primary wide",
          disabled: this.id === null,
          tap: () => this.send(),
        },
        desk.t("dispute.send"),
      ),
    ];
  }

  async send() {
    const { desk, id, reason } = this;
    if (id === null) return;
    const answer = await desk.tablet.dispute({ player: id, reason: desk.t(`dispute.${reason}`) });
    if (answer.ok) desk.closeAll();
  }
}
