/**
 * The sheet on which the referee confirms in a player's place: with a reason, which the chief is shown.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { button, choices, playerName, refusals } from "./widgets.js";

const REASONS = /** @type {const} */ (["left", "aloud", "unable"]);

export class InPlaceSheet {
  /** @param {Ui} ui @param {string} id @param {(reason: string) => Promise<void>} agree */
  constructor(ui, id, agree) {
    this.ui = ui;
    this.name = "in-place";
    this.id = id;
    this.agree = agree;
    /** @type {(typeof REASONS)[number] | null} */
    this.reason = null;
  }

  title() {
    return this.ui.tWithNames("agree.cannot", { name: playerName(this.ui, this.id) });
  }

  body() {
    const { ui, reason } = this;
    return [
      h("p", {}, ui.t("in_place.text")),
      choices(ui, {
        name: "in-place",
        label: ui.t("reason"),
        value: reason,
        options: REASONS.map((value) => ({ value, text: ui.t(`in_place.${value}`) })),
        choose: (chosen) => {
          this.reason = chosen;
          ui.draw();
        },
      }),
      refusals(ui),
      button(
        ui,
        {
          name: "in-place-done",
          class: "button primary wide",
          disabled: reason === null,
          tap: () => this.confirm(),
        },
        h("span", {}, ui.tWithNames("in_place.done", { name: playerName(ui, this.id) })),
      ),
    ];
  }

  async confirm() {
    const { ui, reason } = this;
    if (reason === null) return;
    await this.agree(ui.t(`in_place.${reason}`));
  }
}
