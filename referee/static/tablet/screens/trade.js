/**
 * The sheet of a trade between two players.
 *
 * @import { BoardEvent } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {"give" | "take"} Side
 * @typedef {{cash: number, deeds: Set<number>}} Load
 */
import { deedName } from "./deeds.js";
import { h } from "./dom.js";
import {
  button,
  clearButton,
  keypad,
  playerChoices,
  playerName,
  refusals,
  sentence,
  token,
} from "./widgets.js";

/** A trade with both sides in sight; deeds are tapped here or on the board. */
export class TradeSheet {
  /** @param {Ui} ui @param {string | null | undefined} player */
  constructor(ui, player) {
    this.ui = ui;
    this.name = "trade";
    const first = ui.legal("trade")[0]?.player ?? null;
    /** @type {string | null} */
    this.player = player && this.traders().includes(player) ? player : first;
    const others = this.others();
    /** @type {string | null} */
    this.other = others.length === 1 ? (others[0] ?? null) : null;
    /** @type {Record<Side, Load>} */
    this.loads = { give: { cash: 0, deeds: new Set() }, take: { cash: 0, deeds: new Set() } };
    /** @type {Side | null} the side whose cash is being typed */
    this.typing = null;
    this.takeDraft();
  }

  /** @private What was half entered since the last event of the board. */
  takeDraft() {
    const kept = this.ui.draft("trade");
    if (kept) this.fill(kept);
  }

  /** @private @param {BoardEvent} event */
  fill(event) {
    this.player = event.player ?? null;
    this.other = /** @type {string | null} */ (event.with ?? null);
    for (const side of /** @type {Side[]} */ (["give", "take"])) {
      const load = /** @type {{cash?: number, deeds?: number[]}} */ (event[side] ?? {});
      this.loads[side] = { cash: load.cash ?? 0, deeds: new Set(load.deeds ?? []) };
    }
  }

  /** @private What was changed is drawn, and outlives a reload. */
  changed() {
    this.ui.keepDraft("trade", this.isEmpty() ? null : this.event());
    this.ui.draw();
  }

  /**
   * The sheet filled in with a trade that was taken back.
   *
   * @param {Ui} ui
   * @param {BoardEvent} event
   */
  static refilled(ui, event) {
    const sheet = new TradeSheet(ui, event.player);
    sheet.fill(event);
    return sheet;
  }

  traders() {
    return this.ui.view.players.filter((each) => !each.out).map((each) => each.id);
  }

  others() {
    return this.traders().filter((id) => id !== this.player);
  }

  title() {
    return this.ui.t("trade");
  }

  body() {
    const { ui } = this;
    return [
      this.parties(),
      refusals(ui),
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
        : h("p", { class: "quiet" }, ui.t("trade.choose")),
    ].flat();
  }

  parties() {
    const { ui } = this;
    /** @param {Side} side @param {string} id */
    const choose = (side, id) => {
      if (side === "give") this.player = id;
      else this.other = id;
      if (this.player === this.other) this.other = null;
      this.loads[side].deeds.clear();
      this.changed();
    };
    return h(
      "div",
      { class: "parties" },
      h("p", { class: "row-label" }, ui.t("trade.first")),
      playerChoices(ui, {
        name: "trader",
        label: ui.t("trade.first"),
        value: this.player,
        ids: this.traders(),
        choose: (id) => choose("give", id),
      }),
      h("p", { class: "row-label" }, ui.t("trade.second")),
      playerChoices(ui, {
        name: "partner",
        label: ui.t("trade.second"),
        value: this.other,
        ids: this.others(),
        choose: (id) => choose("take", id),
      }),
    );
  }

  /** @param {Side} side @param {string} id */
  side(side, id) {
    const { ui } = this;
    const load = this.loads[side];
    const deeds = ui.view.squares.filter((each) => each.owner === id);
    return h(
      "section",
      { class: "trade-side" },
      h(
        "h3",
        {},
        token(ui, id, "small"),
        h("span", {}, ui.tWithNames("trade.gives", { name: playerName(ui, id) })),
      ),
      button(
        ui,
        {
          name: `${side}-cash`,
          class: "choice cash-choice",
          pressed: this.typing === side,
          label: ui.t("trade.cash", { name: ui.player(id).name }),
          tap: () => {
            this.typing = this.typing === side ? null : side;
            this.changed();
          },
        },
        h("span", {}, ui.t("cash")),
        h("strong", {}, ui.money(load.cash)),
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
          deedName(ui, square),
        ),
      ),
    );
  }

  /** @param {number} number a square tapped in the list or on the board */
  toggle(number) {
    const { owner } = this.ui.square(number);
    const side = owner === this.player ? "give" : owner === this.other ? "take" : null;
    if (owner === null || side === null) return;
    const { deeds } = this.loads[side];
    if (!deeds.delete(number)) deeds.add(number);
    this.changed();
  }

  /** @param {Side} side */
  cashPad(side) {
    const { ui } = this;
    const load = this.loads[side];
    return keypad(ui, {
      name: `${side}-amount`,
      label: ui.t("cash"),
      value: load.cash === 0 ? null : load.cash,
      set: (value) => {
        load.cash = value ?? 0;
        this.changed();
      },
    });
  }

  isEmpty() {
    const { give, take } = this.loads;
    return [give, take].every((load) => load.cash === 0 && load.deeds.size === 0);
  }

  /** Nothing is given or taken any more. */
  clear() {
    this.loads = { give: { cash: 0, deeds: new Set() }, take: { cash: 0, deeds: new Set() } };
    this.typing = null;
    this.changed();
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
    const { ui } = this;
    const event = this.event();
    const empty = this.isEmpty();
    const outcome = empty
      ? null
      : ui.ask(`trade-${JSON.stringify(event)}`, () => ui.tablet.check(event));
    const refused = outcome?.refusals[0];
    return h(
      "div",
      { class: "sheet-foot", "data-covers": true },
      refused ? h("div", { class: "quiet bad-text", role: "status" }, sentence(ui, refused)) : null,
      button(
        ui,
        {
          name: "trade-done",
          class: "button primary wide",
          disabled: empty || refused !== undefined,
          tap: () => this.record(),
        },
        ui.t("trade.agree"),
      ),
      empty ? null : clearButton(ui, () => this.clear()),
    );
  }

  async record() {
    const outcome = await this.ui.record(this.event());
    if (outcome.recorded) this.ui.sheets.closeAll();
  }
}
