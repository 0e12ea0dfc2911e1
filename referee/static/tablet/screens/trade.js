import { deedName } from "./deeds.js";
import { h } from "./dom.js";
import { button, keypad, playerChoices, playerName, refusals, token } from "./parts.js";

/**
 * @import { BoardEvent } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 *
 * @typedef {"give" | "take"} Side
 * @typedef {{cash: number, deeds: Set<number>}} Load
 */

/** A trade with both sides in sight; deeds are tapped here or on the board. */
export class TradeSheet {
  /** @param {Desk} desk @param {string | null | undefined} player */
  constructor(desk, player) {
    this.desk = desk;
    this.name = "trade";
    const first = desk.legal("trade")[0]?.player ?? null;
    /** @type {string | null} */
    this.player = player && this.traders().includes(player) ? player : first;
    const others = this.others();
    /** @type {string | null} */
    this.other = others.length === 1 ? (others[0] ?? null) : null;
    /** @type {Record<Side, Load>} */
    this.loads = { give: { cash: 0, deeds: new Set() }, take: { cash: 0, deeds: new Set() } };
    /** @type {Side | null} the side whose cash is being typed */
    this.typing = null;
  }

  /**
   * The sheet filled in with a trade that was taken back.
   *
   * @param {Desk} desk
   * @param {BoardEvent} event
   */
  static again(desk, event) {
    const sheet = new TradeSheet(desk, event.player);
    sheet.other = String(event.with);
    for (const side of /** @type {Side[]} */ (["give", "take"])) {
      const load = /** @type {{cash?: number, deeds?: number[]}} */ (event[side] ?? {});
      sheet.loads[side] = { cash: load.cash ?? 0, deeds: new Set(load.deeds ?? []) };
    }
    return sheet;
  }

  traders() {
    return this.desk.view.players.filter((each) => !each.out).map((each) => each.id);
  }

  others() {
    return this.traders().filter((id) => id !== this.player);
  }

  title() {
    return this.desk.t("trade");
  }

  body() {
    const { desk } = this;
    return [
      this.parties(),
      refusals(desk),
      this.player && this.other
        ? [
            h(
              "div",
              { class: "trade-sides" },
              this.side("give", this.player),
              this.side("take", this.other),
            ),
            this.typing ? this.cashPad(this.typing) : null,
            this.verdict(),
          ]
        : h("p", { class: "quiet" }, desk.t("trade.choose")),
    ].flat();
  }

  parties() {
    const { desk } = this;
    /** @param {Side} side @param {string} id */
    const choose = (side, id) => {
      if (side === "give") this.player = id;
      else this.other = id;
      if (this.player === this.other) this.other = null;
      this.loads[side].deeds.clear();
      desk.draw();
    };
    return h(
      "div",
      { class: "parties" },
      h("p", { class: "row-label" }, desk.t("trade.first")),
      playerChoices(desk, {
        name: "trader",
        label: desk.t("trade.first"),
        value: this.player,
        ids: this.traders(),
        choose: (id) => choose("give", id),
      }),
      h("p", { class: "row-label" }, desk.t("trade.second")),
      playerChoices(desk, {
        name: "partner",
        label: desk.t("trade.second"),
        value: this.other,
        ids: this.others(),
        choose: (id) => choose("take", id),
      }),
    );
  }

  /** @param {Side} side @param {string} id */
  side(side, id) {
    const { desk } = this;
    const load = this.loads[side];
    const deeds = desk.view.squares.filter((each) => each.owner === id);
    return h(
      "section",
      { class: "trade-side" },
      h(
        "h3",
        {},
        token(desk, id, "small"),
        h("span", {}, desk.tx("trade.gives", { name: playerName(desk, id) })),
      ),
      button(
        desk,
        {
          name: `${side}-cash`,
          class: "choice cash-choice",
          pressed: this.typing === side,
          label: desk.t("trade.cash", { name: desk.player(id).name }),
          tap: () => {
            this.typing = this.typing === side ? null : side;
            desk.draw();
          },
        },
        h("span", {}, desk.t("cash")),
        h("strong", {}, desk.money(load.cash)),
      ),
      deeds.map((square) =>
        h(
          "button",
          {
            type: "button",
            class: "choice row",
            key: `deed-${square.square}`,
            "data-tap": `${side}-${square.square}`,
            "aria-pressed": String(load.deeds.has(square.square)),
            onclick: () => this.toggle(square.square),
          },
          deedName(desk, square),
        ),
      ),
    );
  }

  /** @param {number} number a square tapped in the list or on the board */
  toggle(number) {
    const { owner } = this.desk.square(number);
    const side = owner === this.player ? "give" : owner === this.other ? "take" : null;
    if (owner === null || side === null) return;
    const { deeds } = this.loads[side];
    if (!deeds.delete(number)) deeds.add(number);
    this.desk.draw();
  }

  /** @param {Side} side */
  cashPad(side) {
    const { desk } = this;
    const load = this.loads[side];
    return keypad(desk, {
      name: `${side}-amount`,
      label: desk.t("cash"),
      value: load.cash === 0 ? null : load.cash,
      set: (value) => {
        load.cash = value ?? 0;
        desk.draw();
      },
    });
  }

  /** @returns {BoardEvent} */
  event() {
    const { give, take } = this.loads;
    return {
      type: "trade",
      player: this.player ?? "",
      with: this.other,
      give: { cash: give.cash, deeds: [...give.deeds].sort((a, b) => a - b) },
      take: { cash: take.cash, deeds: [...take.deeds].sort((a, b) => a - b) },
    };
  }

  /** What the engine says to the trade as it stands, before both agree. */
  verdict() {
    const { desk } = this;
    const event = this.event();
    const empty = [this.loads.give, this.loads.take].every(
      (load) => load.cash === 0 && load.deeds.size === 0,
    );
    const outcome = empty
      ? null
      : desk.ask(`trade-${JSON.stringify(event)}`, () => desk.tablet.check(event));
    const refused = outcome?.refusals[0];
    return h(
      "div",
      { class: "sheet-foot" },
      refused ? h("p", { class: "quiet bad-text", role: "status" }, refused.text) : null,
      button(
        desk,
        {
          name: "trade-done",
          class: "button primary wide",
          disabled: empty || refused !== undefined,
          tap: () => this.done(),
        },
        desk.t("trade.agree"),
      ),
    );
  }

  async done() {
    const outcome = await this.desk.record(this.event());
    if (outcome.recorded) this.desk.closeAll();
  }
}
