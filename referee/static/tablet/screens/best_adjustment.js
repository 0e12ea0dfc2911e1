/**
 * How a player adjusts best: worked out only for whoever opens it, where tables are advised.
 *
 * @import { BestPlan } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { advises } from "./estimate.js";
import { button, playerName } from "./widgets.js";

/** Opens the plan; nothing where the event keeps advice from its tables. @param {Ui} ui @param {string} id */
export function bestAdjustmentButton(ui, id) {
  if (!advises(ui)) return null;
  return button(
    ui,
    {
      name: `best-adjustment-${id}`,
      class: "choice",
      icon: "flag",
      tap: () => ui.sheets.open(new BestAdjustmentSheet(ui, id)),
    },
    ui.t("adjust.best"),
  );
}

export class BestAdjustmentSheet {
  /** @param {Ui} ui @param {string} id of the player */
  constructor(ui, id) {
    this.ui = ui;
    this.id = id;
    this.name = `best-adjustment-${id}`;
  }

  about() {
    return this.id;
  }

  title() {
    return this.ui.tWithNames("adjust.best_of", { name: playerName(this.ui, this.id) });
  }

  body() {
    const { ui, id } = this;
    // The event may switch it off while it is open.
    if (!advises(ui)) return null;
    const answer = ui.ask(`best-adjustment-${id}`, () => ui.tablet.bestAdjustment(id));
    if (answer === null) return h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"));
    return answer.plan === null
      ? h("p", { class: "quiet" }, ui.t("adjust.none"))
      : planText(ui, answer.plan);
  }
}

/** What it gains, and its steps in order. @param {Ui} ui @param {BestPlan} plan */
function planText(ui, { text, steps, estimated }) {
  return [
    h("p", { class: "best-gain" }, text),
    steps.length === 0
      ? null
      : h(
          "ol",
          { class: "list best-steps" },
          steps.map((step) => h("li", { key: step }, step)),
        ),
    estimated ? h("p", { class: "quiet" }, ui.t("adjust.best_note")) : null,
  ];
}
