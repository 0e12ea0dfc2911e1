import { h } from "./dom.js";
import { button, playerChoices, playerName, refusals } from "./parts.js";

/** @import { Desk } from "./desk.js" */

/** A player who leaves the game, bankrupt or of their own will. */
export class LeaveSheet {
  /** @param {Desk} desk @param {string | null} id */
  constructor(desk, id) {
    this.desk = desk;
    this.name = "leave";
    this.id = id;
  }

  title() {
    return this.desk.t("leave");
  }

  body() {
    const { desk } = this;
    return [
      playerChoices(desk, {
        name: "leaver",
        label: desk.t("leave.who"),
        value: this.id,
        ids: desk.view.players.filter((each) => !each.out).map((each) => each.id),
        choose: (id) => {
          this.id = id;
          desk.draw();
        },
      }),
      this.id === null ? null : this.ways(this.id),
    ];
  }

  /** @param {string} id */
  ways(id) {
    const { desk } = this;
    const ways = desk.legal("bankrupt", "withdraw").filter((each) => each.player === id);
    return h(
      "div",
      { class: "stack" },
      h("p", {}, desk.tx("leave.means", { name: playerName(desk, id) })),
      refusals(desk),
      ways.map((each) =>
        button(
          desk,
          {
            name: each.type,
            class: "button danger wide",
            tap: async () => {
              const outcome = await desk.record(each.event);
              if (outcome.recorded) desk.closeAll();
            },
          },
          each.text,
        ),
      ),
      ways.length === 0 ? h("p", { class: "quiet" }, desk.t("leave.not_now")) : null,
    );
  }
}
