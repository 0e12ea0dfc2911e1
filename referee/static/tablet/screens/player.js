import { deedRow } from "./deeds.js";
import { h } from "./dom.js";
import { LeaveSheet } from "./leave.js";
import { button, playerName, refusals, roleWord } from "./parts.js";
import { RecountSheet } from "./recount.js";
import { TradeSheet } from "./trade.js";

/** @import { Desk } from "./desk.js" */

/** Everything of one player: cash, deeds with what may be done to them, and the ways out. */
export class PlayerSheet {
  /** @param {Desk} desk @param {string} id */
  constructor(desk, id) {
    this.desk = desk;
    this.id = id;
    this.name = `player-${id}`;
  }

  title() {
    return playerName(this.desk, this.id);
  }

  body() {
    const { desk, id } = this;
    const player = desk.player(id);
    const deeds = desk.view.squares.filter((each) => each.owner === id);
    return [
      h(
        "dl",
        { class: "facts" },
        fact(desk.t("role"), roleWord(desk, player.role)),
        fact(desk.t("cash"), desk.money(player.cash)),
        fact(desk.t("player.wealth"), desk.money(player.wealth)),
        fact(desk.t("player.place"), desk.placeName(player.square)),
      ),
      this.actions(),
      refusals(desk),
      deeds.length === 0
        ? h("p", { class: "quiet" }, desk.t("deeds.none"))
        : h(
            "ul",
            { class: "deeds" },
            deeds.map((square) => h("li", { key: String(square.square) }, deedRow(desk, square))),
          ),
    ];
  }

  actions() {
    const { desk, id } = this;
    const can = (/** @type {string} */ type) =>
      desk.legal(type).some((each) => each.player === id || each.player === null);
    return h(
      "div",
      { class: "choices" },
      can("trade")
        ? button(
            desk,
            {
              name: "player-trade",
              class: "choice",
              icon: "trade",
              tap: () => desk.open(new TradeSheet(desk, id)),
            },
            desk.t("trade"),
          )
        : null,
      can("recount")
        ? button(
            desk,
            {
              name: "player-recount",
              class: "choice",
              icon: "count",
              tap: () => desk.open(new RecountSheet(desk, id)),
            },
            desk.t("recount"),
          )
        : null,
      can("withdraw") || can("bankrupt")
        ? button(
            desk,
            {
              name: "player-leave",
              class: "choice",
              icon: "leave",
              tap: () => desk.open(new LeaveSheet(desk, id)),
            },
            desk.t("leave"),
          )
        : null,
    );
  }
}

/** @param {string} term @param {string} value */
function fact(term, value) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, value));
}
