import { cityNumbers, improvementWords } from "./board.js";
import { h } from "./dom.js";
import { printed } from "./hyphens.js";
import { button, choices, playerChoices, refusals, token } from "./parts.js";

/**
 * @import { LegalAction, SquareView } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 * @import { Key } from "./i18n.js"
 * @import { IconName } from "./icons.js"
 */

const DEED_EVENTS = ["build", "sell", "mortgage", "redeem"];

/** @type {Record<string, {icon: IconName, text: Key}>} */
const FACES = {
  build: { icon: "plus", text: "deed.build" },
  sell: { icon: "minus", text: "deed.sell" },
  mortgage: { icon: "mortgage", text: "deed.mortgage" },
  redeem: { icon: "undo", text: "deed.redeem" },
};

/** @param {SquareView} square */
function group(square) {
  return square.city ?? square.kind;
}

/** Deeds to build on, sell from, mortgage and redeem: found by their owner or by their city. */
export class DeedsSheet {
  /** @param {Desk} desk @param {string | null} player @param {string | null} city */
  constructor(desk, player, city) {
    this.desk = desk;
    this.name = "deeds";
    this.player = player;
    this.city = city;
  }

  /** @param {Desk} desk @param {string | null | undefined} id */
  static ofPlayer(desk, id) {
    const first = desk.view.players.find((each) => !each.out);
    return new DeedsSheet(desk, id ?? first?.id ?? null, null);
  }

  /** @param {Desk} desk @param {SquareView} square */
  static ofSquare(desk, square) {
    return new DeedsSheet(desk, null, group(square));
  }

  title() {
    return this.desk.t("deeds");
  }

  body() {
    const { desk } = this;
    return [
      this.ways(),
      this.city === null ? this.owners() : this.cities(),
      refusals(desk),
      this.list(),
    ];
  }

  ways() {
    const { desk } = this;
    const firstCity = desk.view.squares.find((each) => each.city !== null)?.city ?? "";
    return choices(desk, {
      name: "by",
      label: desk.t("deeds.by"),
      value: this.city === null ? "player" : "city",
      options: [
        { value: "player", text: desk.t("deeds.by_player") },
        { value: "city", text: desk.t("deeds.by_city") },
      ],
      choose: (way) => {
        this.city = way === "city" ? firstCity : null;
        this.player = way === "city" ? null : (this.player ?? desk.view.players[0]?.id ?? null);
        desk.draw();
      },
    });
  }

  owners() {
    const { desk } = this;
    return playerChoices(desk, {
      name: "of",
      label: desk.t("deeds.by_player"),
      value: this.player,
      ids: desk.view.players.filter((each) => !each.out).map((each) => each.id),
      choose: (id) => {
        this.player = id;
        desk.draw();
      },
    });
  }

  cities() {
    const { desk } = this;
    const { squares } = desk.view;
    const numbers = cityNumbers(squares);
    const groups = [...new Set(squares.filter((each) => each.price !== null).map(group))];
    return choices(desk, {
      name: "city",
      label: desk.t("deeds.by_city"),
      value: this.city,
      options: groups.map((value) => ({
        value,
        text: [
          h("span", { class: `dot city-${numbers.get(value) ?? "none"}` }),
          groupName(desk, value),
        ],
      })),
      choose: (city) => {
        this.city = city;
        desk.draw();
      },
    });
  }

  list() {
    const { desk } = this;
    const shown = desk.view.squares.filter(
      (each) =>
        each.price !== null &&
        (this.city === null ? each.owner === this.player : group(each) === this.city),
    );
    if (shown.length === 0) return h("p", { class: "quiet" }, desk.t("deeds.none"));
    return h(
      "ul",
      { class: "deeds" },
      shown.map((square) => h("li", { key: String(square.square) }, deedRow(desk, square))),
    );
  }
}

/** @param {Desk} desk @param {string} value a city, `transport` or `utility` */
export function groupName(desk, value) {
  if (value === "transport") return desk.t("deeds.transport");
  return value === "utility" ? desk.t("deeds.utility") : value;
}

/** @param {Desk} desk @param {SquareView} square */
export function deedRow(desk, square) {
  const actions = desk.legal(...DEED_EVENTS).filter((each) => each.event.square === square.square);
  return h(
    "div",
    { class: `deed ${square.mortgaged ? "mortgaged" : ""}` },
    deedName(desk, square),
    h(
      "div",
      { class: "deed-actions" },
      actions.map((each) => deedButton(desk, each)),
    ),
  );
}

/** @param {Desk} desk @param {SquareView} square */
export function deedName(desk, square) {
  const numbers = cityNumbers(desk.view.squares);
  return h(
    "div",
    { class: "deed-name" },
    h("span", { class: `dot city-${square.city === null ? "none" : numbers.get(square.city)}` }),
    h(
      "div",
      {},
      h("b", {}, printed(square.name)),
      h("small", {}, deedWords(desk, square)),
    ),
    square.owner === null ? null : token(desk, square.owner, "small"),
  );
}

/** @param {Desk} desk @param {SquareView} square */
function deedWords(desk, square) {
  if (square.owner === null)
    return desk.t("square.free", { amount: desk.money(square.price ?? 0) });
  const words = [];
  if (square.mortgaged) words.push(desk.t("square.mortgaged"));
  if (square.improvements > 0) words.push(improvementWords(desk, square));
  if (square.monopolised) words.push(desk.t("square.monopolised"));
  if (square.rent !== null && !square.mortgaged)
    words.push(desk.t("square.rent", { amount: desk.money(square.rent) }));
  return words.join(" · ");
}

/** @param {Desk} desk @param {LegalAction} action */
function deedButton(desk, action) {
  const face = FACES[action.type];
  return button(
    desk,
    {
      name: `${action.type}-${action.event.square}`,
      icon: face?.icon,
      class: "choice",
      label: action.text,
      tap: () => desk.record(action.event),
    },
    face ? desk.t(face.text) : action.text,
  );
}
