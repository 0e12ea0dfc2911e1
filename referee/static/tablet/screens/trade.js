/**
 * The sheet of a trade between two players.
 *
 * @import { BoardEvent, TradeReading } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {"give" | "take"} Side
 * @typedef {{cash: number, deeds: Set<number>}} Load
 */
import { h } from "./dom.js";
import { hiddenPlayers } from "./players.js";
import { buttonReasons } from "./reasons.js";
import { agreeButton, cashChoice, readOut } from "./trade_foot.js";
import { partyRows } from "./trade_parties.js";
import { tradeSide } from "./trade_side.js";
import { clearButton, keypad, refusals } from "./widgets.js";

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
    /** @type {Side | null} the side whose cash was chosen to be typed */
    this.chosen = null;
    /** The trade as it was read out last. @type {TradeReading | null} */
    this.read = null;
    /** @type {Side | null} whose player is to be chosen anew */
    this.unfolded = null;
    /** The trade that the referee was asked about, because one side gets far less. */
    this.questioned = "";
    this.takeDraft();
  }

  /** @private What was half entered since the last event of the board. */
  takeDraft() {
    const kept = this.ui.draft("trade");
    if (kept) this.fill(kept);
  }

  /** @param {BoardEvent} event the trade that is on the sheet now */
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

  /** Whether these two are the parties, in either order. @param {string} one @param {string} other */
  isBetween(one, other) {
    const parties = [this.player, this.other];
    return parties.includes(one) && parties.includes(other);
  }

  /** More deeds change hands. @param {...number} squares */
  add(...squares) {
    for (const square of squares) {
      const side = this.ui.square(square).owner === this.player ? "give" : "take";
      this.loads[side].deeds.add(square);
    }
    this.changed();
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

  /** Whether any two players may trade now. */
  get possible() {
    return this.ui.legal("trade").length > 0;
  }

  body() {
    const { ui } = this;
    if (!this.possible) return buttonReasons(ui, this.player ?? this.traders()[0] ?? null, "trade");
    return [
      partyRows(this),
      refusals(ui),
      this.player && this.other
        ? [
            // Within another sheet the board does not frame what is entered here.
            ui.sheets.top === this
              ? h("p", { class: "quiet on-board" }, ui.t("trade.on_board"))
              : null,
            h(
              "div",
              { class: "trade-sides" },
              tradeSide(this, "give", this.player),
              tradeSide(this, "take", this.other),
            ),
            this.isEmpty() ? null : clearButton(ui, () => this.clear()),
          ]
        : [h("p", { class: "quiet" }, ui.t("trade.choose")), hiddenPlayers(ui, this.traders())],
    ].flat();
  }

  /** @param {Side} side */
  party(side) {
    return side === "give" ? this.player : this.other;
  }

  /** Whether a side's players are shown to choose from: until both are chosen. @param {Side} side */
  isUnfolded(side) {
    return this.player === null || this.other === null || this.unfolded === side;
  }

  /** @param {Side} side */
  unfold(side) {
    this.unfolded = side;
    this.ui.draw();
    // The button that was pressed is gone: its row takes the focus.
    requestAnimationFrame(() => {
      const chosen = document.querySelector(".parties [aria-pressed='true']");
      if (chosen instanceof HTMLElement) chosen.focus({ preventScroll: true });
    });
  }

  /** @param {Side} side @param {string} id */
  choose(side, id) {
    this.unfolded = null;
    if (this.party(side) === id) return this.ui.draw();
    if (side === "give") this.player = id;
    else this.other = id;
    this.loads[side].deeds.clear();
    if (this.player === this.other) {
      this.other = null;
      this.loads.take.deeds.clear();
    }
    return this.changed();
  }

  /** The deeds that may change hands, and those that do: the board frames them. */
  frames() {
    const { ui, player, other } = this;
    if (!this.possible || player === null || other === null) return new Map();
    const answer = ui.ask(`deeds-to-trade ${player} ${other}`, () =>
      ui.tablet.deedsToTrade(player, other),
    );
    const traded = [...this.loads.give.deeds, ...this.loads.take.deeds];
    return new Map([
      ...(answer?.squares ?? []).map((square) => /** @type {const} */ ([square, "tradable"])),
      ...traded.map((square) => /** @type {const} */ ([square, "traded"])),
    ]);
  }

  /** @param {number} number a square tapped in the list or on the board */
  toggle(number) {
    if (!this.possible) return;
    const { owner } = this.ui.square(number);
    if (this.other === null && this.player !== owner) this.other = owner;
    const side = owner === this.player ? "give" : owner === this.other ? "take" : null;
    if (owner === null || side === null) return;
    const { deeds } = this.loads[side];
    if (!deeds.delete(number)) deeds.add(number);
    this.changed();
  }

  /** Whose cash is typed: both sides, always in sight. */
  cashChoices() {
    const { ui, player, other } = this;
    /** @type {[Side, string | null][]} */
    const sides = [
      ["give", player],
      ["take", other],
    ];
    return h(
      "div",
      { class: "cash-choices" },
      sides.map(([side, id]) => (id === null ? null : cashChoice(ui, id, this.cashOf(side)))),
    );
  }

  /** @param {Side} side */
  cashOf(side) {
    return {
      name: `${side}-cash`,
      amount: this.loads[side].cash,
      pressed: this.typing() === side,
      tap: () => {
        this.chosen = side;
        this.ui.draw();
      },
    };
  }

  /**
   * The side whose cash is typed: the one chosen, the one that pays already, or else the one whose
   * deeds are worth less than those of the other.
   *
   * @param {TradeReading | null} [reading]
   * @returns {Side}
   */
  typing(reading = this.reading()) {
    const { give, take } = this.loads;
    if (this.chosen) return this.chosen;
    if (give.cash !== take.cash) return take.cash > give.cash ? "take" : "give";
    if (reading?.payer) return reading.payer;
    return give.deeds.size > 0 && take.deeds.size === 0 ? "take" : "give";
  }

  /** The trade as it is now, read out by the engine. @returns {TradeReading | null} */
  reading() {
    if (this.isEmpty()) return null;
    const event = this.event();
    return this.ui.ask(`trade-${JSON.stringify(event)}`, () => this.ui.tablet.readTrade(event));
  }

  /** What is read out until the engine has answered: what it said before. @param {TradeReading | null} reading */
  lastReading(reading) {
    this.read = reading ?? (this.isEmpty() ? null : this.read);
    return this.read;
  }

  /** @param {Side} side */
  cashPad(side) {
    const { ui } = this;
    const load = this.loads[side];
    return keypad(ui, {
      figure: false,
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
    this.chosen = null;
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

  /**
   * Stays in sight however many deeds there are. What is read out grows upwards: keypad and button
   * stay where they are.
   */
  pinned() {
    const { ui } = this;
    if (!this.possible || !this.player || !this.other) return [];
    const event = this.event();
    const reading = this.reading();
    const asked = this.questioned === JSON.stringify(event) ? (reading?.question ?? null) : null;
    return [
      readOut(ui, this.lastReading(reading), asked),
      this.cashChoices(),
      this.cashPad(this.typing(reading)),
      agreeButton(ui, {
        asked: asked !== null,
        disabled: this.isEmpty() || reading?.refusals[0] !== undefined,
        tap: () => (asked === null ? this.agree(event) : this.record()),
      }),
    ];
  }

  /** Records a trade that both agree to; a lopsided one is asked about first. @param {BoardEvent} event */
  async agree(event) {
    /** @type {TradeReading | null} */
    const reading = await this.ui.tablet.readTrade(event);
    if (!reading?.question) return this.record();
    this.questioned = JSON.stringify(event);
    this.ui.draw();
  }

  async record() {
    const outcome = await this.ui.recordAndClose(this.event());
    // Once it is taken back, too, the next trade is another one.
    if (outcome.recorded) this.ui.drafts.keep("trade", null);
  }
}
