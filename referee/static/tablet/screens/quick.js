import { cityNumbers } from "./board.js";
import { groupName } from "./deeds.js";
import { h } from "./dom.js";
import { button, keypad, playerName, refusals, token } from "./parts.js";

/**
 * @import { PlayerView, SquareView } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 *
 * @typedef {{owner: string, improvements: number, mortgaged: boolean}} Deed
 */

/** The final position of a table whose game was not logged, checked like any other. */
export class QuickSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.name = "quick";
    /** @type {Map<number, Deed>} */
    this.deeds = new Map();
    /** @type {Map<string, number | null>} */
    this.cash = new Map();
    /** @type {Set<string>} */
    this.confined = new Set();
    /** @type {string[]} those out, in the order they left */
    this.left = [];
    /** The player whose cash is typed and who is given the deeds tapped. */
    this.id = desk.view.players[0]?.id ?? "";
    this.typing = true;
  }

  /** The board as entered so far. @returns {SquareView[]} */
  squares() {
    return this.desk.view.squares.map((square) => {
      const deed = this.deeds.get(square.square);
      return {
        ...square,
        owner: deed?.owner ?? null,
        improvements: deed?.improvements ?? 0,
        mortgaged: deed?.mortgaged ?? false,
      };
    });
  }

  /** The players as entered so far. @returns {PlayerView[]} */
  players() {
    return this.desk.view.players.map((player) => ({
      ...player,
      cash: this.cash.get(player.id) ?? 0,
      out: this.left.includes(player.id),
      confined: this.confined.has(player.id),
    }));
  }

  title() {
    return this.desk.t("quick");
  }

  body() {
    const { desk } = this;
    return [
      h("p", { class: "quiet" }, desk.t("quick.text")),
      this.tabs(),
      this.person(),
      this.deedList(),
      this.foot(),
    ];
  }

  tabs() {
    const { desk } = this;
    return h(
      "div",
      { class: "choices", role: "group", "aria-label": desk.t("players") },
      desk.view.players.map((player) =>
        button(
          desk,
          {
            name: `quick-${player.id}`,
            class: "choice",
            pressed: player.id === this.id,
            tap: () => this.show(player.id),
          },
          token(desk, player.id),
          playerName(desk, player.id),
          h(
            "small",
            {},
            this.left.includes(player.id)
              ? desk.t("player.out")
              : this.cash.get(player.id) === undefined
                ? "–"
                : desk.money(this.cash.get(player.id) ?? 0),
          ),
        ),
      ),
    );
  }

  /** @param {string} id */
  show(id) {
    this.id = id;
    this.typing = true;
    this.desk.draw();
  }

  person() {
    const { desk, id } = this;
    const out = this.left.includes(id);
    const player = desk.player(id);
    return h(
      "div",
      { class: "quick-person", key: `person-${id}` },
      out || !this.typing
        ? null
        : keypad(desk, {
            name: "quick-cash",
            label: desk.t("cash"),
            value: this.cash.get(id) ?? null,
            set: (value) => this.setCash(value),
          }),
      h(
        "div",
        { class: "choices" },
        out
          ? null
          : button(
              desk,
              {
                name: "quick-typing",
                class: "choice",
                icon: "count",
                pressed: this.typing,
                tap: () => this.toggleTyping(),
              },
              desk.t("cash"),
            ),
        button(
          desk,
          { name: "quick-out", class: "choice", pressed: out, tap: () => this.toggleOut() },
          out ? desk.t("quick.out_nth", { n: this.left.indexOf(id) + 1 }) : desk.t("quick.out"),
        ),
        out
          ? null
          : button(
              desk,
              {
                name: "quick-confined",
                class: "choice",
                pressed: this.confined.has(id),
                tap: () => this.toggleConfined(),
              },
              desk.t(player.role === "monopolist" ? "player.prison" : "player.price_war"),
            ),
      ),
    );
  }

  /** @param {number | null} value */
  setCash(value) {
    this.cash.set(this.id, value);
    this.desk.draw();
  }

  toggleOut() {
    const { id } = this;
    this.left = this.left.includes(id)
      ? this.left.filter((each) => each !== id)
      : [...this.left, id];
    for (const [square, deed] of this.deeds) if (deed.owner === id) this.deeds.delete(square);
    this.desk.draw();
  }

  toggleTyping() {
    this.typing = !this.typing;
    this.desk.draw();
  }

  toggleConfined() {
    if (!this.confined.delete(this.id)) this.confined.add(this.id);
    this.desk.draw();
  }

  deedList() {
    const { desk } = this;
    const squares = this.squares();
    const numbers = cityNumbers(squares);
    const deeds = squares.filter((each) => each.price !== null);
    const groups = [...new Set(deeds.map((each) => each.city ?? each.kind))];
    return h(
      "div",
      { class: "quick-deeds" },
      groups.map((group) =>
        h(
          "section",
          { class: "quick-group" },
          h(
            "h3",
            {},
            h("span", { class: `dot city-${numbers.get(group) ?? "none"}` }),
            groupName(desk, group),
          ),
          deeds.filter((each) => (each.city ?? each.kind) === group).map((each) => this.deed(each)),
        ),
      ),
    );
  }

  /** @param {SquareView} square */
  deed(square) {
    const { desk } = this;
    const deed = this.deeds.get(square.square);
    return h(
      "div",
      { class: "quick-deed", key: `quick-${square.square}` },
      button(
        desk,
        {
          name: `quick-deed-${square.square}`,
          class: "choice row",
          pressed: deed !== undefined,
          disabled: this.left.includes(this.id),
          tap: () => this.give(square.square),
        },
        square.name,
        deed ? token(desk, deed.owner, "small end") : null,
      ),
      deed ? this.state(square, deed) : null,
    );
  }

  /** @param {SquareView} square @param {Deed} deed */
  state(square, deed) {
    const { desk } = this;
    const place = square.name;
    /** @param {Partial<Deed>} change */
    const set = (change) => {
      this.deeds.set(square.square, { ...deed, ...change });
      desk.draw();
    };
    return h(
      "div",
      { class: "choices" },
      square.city === null || deed.mortgaged
        ? null
        : [
            button(desk, {
              name: `less-${square.square}`,
              class: "choice",
              icon: "minus",
              label: `${place}: ${desk.t("deed.sell")}`,
              disabled: deed.improvements === 0,
              tap: () => set({ improvements: deed.improvements - 1 }),
            }),
            h(
              "output",
              { class: "count", "aria-label": desk.t("quick.buildings") },
              deed.improvements,
            ),
            button(desk, {
              name: `more-${square.square}`,
              class: "choice",
              icon: "plus",
              label: `${place}: ${desk.t("deed.build")}`,
              disabled: deed.improvements === 5,
              tap: () => set({ improvements: deed.improvements + 1 }),
            }),
          ],
      deed.improvements > 0
        ? null
        : button(desk, {
            name: `mortgaged-${square.square}`,
            class: "choice",
            pressed: deed.mortgaged,
            icon: "mortgage",
            label: `${place}: ${desk.t("square.mortgaged")}`,
            tap: () => set({ mortgaged: !deed.mortgaged }),
          }),
    );
  }

  /** @param {number} square given to the player shown, or taken from them */
  give(square) {
    if (this.left.includes(this.id)) return;
    this.typing = false;
    if (this.deeds.get(square)?.owner === this.id) this.deeds.delete(square);
    else this.deeds.set(square, { owner: this.id, improvements: 0, mortgaged: false });
    this.desk.draw();
  }

  foot() {
    const { desk } = this;
    const missing = desk.view.players.filter(
      (each) => !this.left.includes(each.id) && (this.cash.get(each.id) ?? null) === null,
    );
    return h(
      "div",
      { class: "sheet-foot" },
      refusals(desk),
      button(
        desk,
        {
          name: "quick-done",
          class: "button primary wide",
          disabled: missing.length > 0,
          tap: () => this.done(),
        },
        missing.length > 0 ? desk.t("quick.missing", { n: missing.length }) : desk.t("quick.done"),
      ),
    );
  }

  position() {
    const cash = Object.fromEntries(
      this.desk.view.players.map(({ id }) => [
        id,
        this.left.includes(id) ? 0 : (this.cash.get(id) ?? 0),
      ]),
    );
    const deeds = Object.fromEntries(
      [...this.deeds].map(([square, deed]) => [String(square), deed]),
    );
    return { cash, deeds, prison: [...this.confined].filter((id) => !this.left.includes(id)) };
  }

  async done() {
    const { desk } = this;
    const outcome = await desk.tablet.enterPosition({ position: this.position(), left: this.left });
    desk.refusals = outcome.refusals;
    if (outcome.recorded) desk.closeAll();
    desk.draw();
  }
}
