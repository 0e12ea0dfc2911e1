/**
 * The sheet of one player.
 *
 * @import { Ui } from "./ui.js"
 */
import { deedRow } from "./deeds.js";
import { h } from "./dom.js";
import { estimate, estimateButton, estimateWords, hasEstimate } from "./estimate.js";
import { LeaveSheet } from "./leave.js";
import { buttonReasons, generalReasons } from "./reasons.js";
import { RecountSheet } from "./recount.js";
import { TradeSheet } from "./trade.js";
import { button, playerName, refusals, roleWord } from "./widgets.js";

/** Everything of one player: cash, deeds with what may be done to them, and the ways out. */
export class PlayerSheet {
  /** @param {Ui} ui @param {string} id */
  constructor(ui, id) {
    this.ui = ui;
    this.id = id;
    this.name = `player-${id}`;
    this.showsEntry = true;
  }

  about() {
    return this.id;
  }

  title() {
    return playerName(this.ui, this.id);
  }

  body() {
    const { ui, id } = this;
    const player = ui.player(id);
    const deeds = ui.view.squares.filter((each) => each.owner === id);
    return [
      h(
        "dl",
        { class: "facts" },
        fact(ui.t("role"), roleWord(ui, player.role)),
        fact(ui.t("player.wealth"), ui.money(player.wealth)),
        fact(ui.t("player.place"), player.confinement ?? ui.placeName(player.square)),
        this.estimate(),
      ),
      this.actions(),
      refusals(ui),
      ui.paused ? null : buttonReasons(ui, id, "trade", "recount", "withdraw"),
      generalReasons(ui, id),
      deeds.length === 0
        ? h("p", { class: "quiet" }, ui.t("deeds.none"))
        : h(
            "ul",
            { class: "deeds" },
            deeds.map((square) => h("li", { key: String(square.square) }, deedRow(ui, square))),
          ),
    ].flat();
  }

  /** What the player would end with if time were called now. */
  estimate() {
    const { ui, id } = this;
    if (!hasEstimate(ui)) return null;
    const own = estimate(ui)?.find((each) => each.id === id);
    return fact(ui.t("estimate.fact"), own ? estimateWords(ui, own) : "…");
  }

  actions() {
    const { ui, id } = this;
    const can = (/** @type {string} */ type) =>
      ui.legal(type).some((each) => each.player === id || each.player === null);
    return h(
      "div",
      { class: "choices" },
      can("trade")
        ? button(
            ui,
            {
              name: "player-trade",
              class: "choice",
              icon: "trade",
              tap: () => ui.sheets.open(new TradeSheet(ui, id)),
            },
            ui.t("trade"),
          )
        : null,
      can("recount")
        ? button(
            ui,
            {
              name: "player-recount",
              class: "choice",
              icon: "count",
              tap: () => ui.sheets.open(new RecountSheet(ui, id)),
            },
            ui.t("recount"),
          )
        : null,
      can("withdraw") || can("bankrupt")
        ? button(
            ui,
            {
              name: "player-leave",
              class: "choice",
              icon: "leave",
              tap: () => ui.sheets.open(new LeaveSheet(ui, id)),
            },
            ui.t("leave"),
          )
        : null,
      hasEstimate(ui) ? estimateButton(ui, "choice") : null,
    );
  }
}

/** @param {string} term @param {string} value */
function fact(term, value) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, value));
}
