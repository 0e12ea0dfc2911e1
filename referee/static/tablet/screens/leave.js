/**
 * The sheet of a player who leaves the game.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { buttonReasons } from "./reasons.js";
import { button, playerChoices, playerName, refusals } from "./widgets.js";

/** A player who leaves the game, bankrupt or of their own will. */
export class LeaveSheet {
  /** @param {Ui} ui @param {string | null} id */
  constructor(ui, id) {
    this.ui = ui;
    this.name = "leave";
    this.id = id;
  }

  about() {
    return this.id;
  }

  title() {
    return this.ui.t("leave");
  }

  body() {
    const { ui } = this;
    return [
      playerChoices(ui, {
        name: "leaver",
        label: ui.t("leave.who"),
        value: this.id,
        ids: ui.view.players.filter((each) => !each.out).map((each) => each.id),
        choose: (id) => {
          this.id = id;
          ui.draw();
        },
      }),
      this.id === null ? null : this.ways(this.id),
    ];
  }

  /** @param {string} id */
  ways(id) {
    const { ui } = this;
    const ways = ui.legal("bankrupt", "withdraw").filter((each) => each.player === id);
    return h(
      "div",
      { class: "stack" },
      h("p", {}, ui.tWithNames("leave.means", { name: playerName(ui, id) })),
      refusals(ui),
      ways.map((each) =>
        button(
          ui,
          {
            name: each.type,
            class: "button danger wide",
            tap: () => ui.recordAndClose(each.event),
          },
          each.text,
        ),
      ),
      ways.length === 0 ? buttonReasons(ui, id, "withdraw", "bankrupt") : null,
    );
  }
}
