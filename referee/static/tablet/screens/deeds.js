/**
 * Deeds, found by their owner or by their city, with what may be done to them.
 *
 * @import { SquareView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { cityNumbers } from "./board.js";
import { buildingLevels, otherDeedButtons } from "./deed_buttons.js";
import { deedName } from "./deed_name.js";
import { h } from "./dom.js";
import { opensRents } from "./ladder.js";
import { deedReasons, generalReasons } from "./reasons.js";
import { tradeButton } from "./trade_start.js";
import { choices, refusals, token } from "./widgets.js";

const DEED_EVENTS = ["build", "sell", "mortgage", "redeem"];

/** @param {SquareView} square */
function group(square) {
  return square.city ?? square.kind;
}

/** Deeds to build on, sell from, mortgage and redeem: found by their owner or by their city. */
export class DeedsSheet {
  /**
   * @param {Ui} ui
   * @param {string | null} player
   * @param {string | null} city
   * @param {number | null} [first] the square that was tapped: its deed leads the list
   */
  constructor(ui, player, city, first = null) {
    this.ui = ui;
    this.first = first;
    this.name = "deeds";
    this.showsEntry = true;
    this.player = player;
    this.city = city;
  }

  /** @param {Ui} ui @param {string | null | undefined} id */
  static ofPlayer(ui, id) {
    const first = ui.view.players.find((each) => !each.out);
    return new DeedsSheet(ui, id ?? first?.id ?? null, null);
  }

  /** @param {Ui} ui @param {SquareView} square */
  static ofSquare(ui, square) {
    return new DeedsSheet(ui, null, group(square), square.square);
  }

  about() {
    return this.city === null ? this.player : null;
  }

  alsoAbout() {
    return this.dealers();
  }

  title() {
    return this.ui.t("deeds");
  }

  body() {
    const { ui } = this;
    return [
      refusals(ui),
      this.city === null ? this.owners() : null,
      this.list(),
      // Who tapped a square of the board has found it already.
      this.searchChoice(),
      this.city === null ? null : this.cities(),
      // They come a moment later, and move nothing.
      generalReasons(ui, ...this.dealers()),
    ].flat();
  }

  searchChoice() {
    const { ui } = this;
    const firstCity = ui.view.squares.find((each) => each.city !== null)?.city ?? "";
    return choices(ui, {
      name: "by",
      label: ui.t("deeds.by"),
      value: this.city === null ? "player" : "city",
      options: [
        { value: "player", text: ui.t("deeds.by_player") },
        { value: "city", text: ui.t("deeds.by_city") },
      ],
      choose: (way) => {
        this.city = way === "city" ? firstCity : null;
        this.player = way === "city" ? null : (this.player ?? ui.view.players[0]?.id ?? null);
        ui.draw();
      },
    });
  }

  /** Whose deeds: the pawns in a row, as the strip above names the one that is chosen. */
  owners() {
    const { ui } = this;
    const players = ui.view.players.filter((each) => !each.out);
    const row = choices(ui, {
      name: "of",
      label: ui.t("deeds.by_player"),
      value: this.player,
      options: players.map(({ id, name }) => ({ value: id, text: token(ui, id), label: name })),
      choose: (id) => {
        this.player = id;
        ui.draw();
      },
    });
    return h("div", { class: "pawn-row" }, row);
  }

  cities() {
    const { ui } = this;
    const { squares } = ui.view;
    const numbers = cityNumbers(squares);
    const groups = [...new Set(squares.filter((each) => each.price !== null).map(group))];
    return choices(ui, {
      name: "city",
      label: ui.t("deeds.by_city"),
      value: this.city,
      options: groups.map((value) => ({
        value,
        text: [
          h("span", { class: `dot city-${numbers.get(value) ?? "none"}` }),
          groupName(ui, value),
        ],
      })),
      choose: (city) => {
        this.city = city;
        ui.draw();
      },
    });
  }

  /** The deeds that are shown, the one that was tapped first. */
  shown() {
    return this.ui.view.squares
      .filter(
        (each) =>
          each.price !== null &&
          (this.city === null ? each.owner === this.player : group(each) === this.city),
      )
      .sort((one, other) => this.rank(one) - this.rank(other));
  }

  /** @private @param {SquareView} square */
  rank({ square }) {
    return square === this.first ? 0 : 1;
  }

  /** Whose deeds are shown. */
  dealers() {
    if (this.city === null) return [this.player];
    return [...new Set(this.shown().map((each) => each.owner))];
  }

  list() {
    const { ui } = this;
    const shown = this.shown();
    if (shown.length === 0) return h("p", { class: "quiet" }, ui.t("deeds.none"));
    return h(
      "ul",
      { class: "deeds" },
      shown.map((square) => h("li", { key: String(square.square) }, deedRow(ui, square))),
    );
  }
}

/** @param {Ui} ui @param {string} value a city, `transport` or `utility` */
export function groupName(ui, value) {
  if (value === "transport") return ui.t("deeds.transport");
  return value === "utility" ? ui.t("deeds.utility") : value;
}

/**
 * A deed with its buttons, and why others are missing.
 *
 * @param {Ui} ui @param {SquareView} square @param {{reasons?: boolean}} [shown]
 */
export function deedRow(ui, square, { reasons = true } = {}) {
  const actions = ui.legal(...DEED_EVENTS).filter((each) => each.event.square === square.square);
  return h(
    "div",
    { class: `deed ${square.mortgaged ? "mortgaged" : ""}` },
    opensRents(ui, square, deedName(ui, square, { settles: actions.length > 0 })),
    h(
      "div",
      { class: "deed-actions" },
      buildingLevels(ui, square, actions),
      tradeButton(ui, square),
      otherDeedButtons(ui, actions),
      reasons ? h("div", { class: "reasons" }, deedReasons(ui, square)) : null,
    ),
  );
}
