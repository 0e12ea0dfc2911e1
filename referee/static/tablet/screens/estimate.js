/**
 * What everybody would end with if time were called now: an estimate, and it says so.
 *
 * @import { PlacedPlayer } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { button, playerName, token } from "./widgets.js";

/** Whether the event lets its tables say what helps a player to decide. @param {Ui} ui */
export function advises(ui) {
  return ui.state.table?.estimate ?? false;
}

/** Whether there is such an estimate, and the tables may see it. @param {Ui} ui */
export function hasEstimate(ui) {
  const { mode, status } = ui.view;
  return advises(ui) && mode === "two-hour" && status !== "finished";
}

/** The players by the place they would have; null until it is computed. @param {Ui} ui */
export function estimate(ui) {
  const answer = ui.ask("if-time", () => ui.tablet.ifTimeWereCalled());
  if (!answer) return null;
  return answer.players.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity));
}

/** @param {Ui} ui @param {PlacedPlayer} player */
export function estimateWords(ui, { place, final }) {
  if (final === null || place === null) return ui.t("player.out");
  return ui.t("estimate.line", { place: String(place), amount: ui.money(final) });
}

/** Opens the estimate of all players. @param {Ui} ui @param {string} style class of the button */
export function estimateButton(ui, style) {
  return button(
    ui,
    {
      name: "estimate",
      class: style,
      icon: "flag",
      tap: () => ui.sheets.open(new EstimateSheet(ui)),
    },
    ui.t("estimate.title"),
  );
}

export class EstimateSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "estimate";
  }

  title() {
    return this.ui.t("estimate.title");
  }

  body() {
    const { ui } = this;
    // The event may switch it off while it is open.
    const players = hasEstimate(ui) ? estimate(ui) : [];
    return [
      h("p", { class: "quiet" }, ui.t("estimate.note")),
      players === null
        ? h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"))
        : h(
            "ol",
            { class: "list estimate" },
            players.map((each) =>
              h(
                "li",
                { class: "row-line", key: each.id },
                token(ui, each.id),
                playerName(ui, each.id),
                h("strong", {}, estimateWords(ui, each)),
              ),
            ),
          ),
    ];
  }
}
