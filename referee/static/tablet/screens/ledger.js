/**
 * The sheet of all that was entered: searched, and read player by player.
 *
 * @import { LedgerEntry } from "../runtime/types.js"
 * @import { Child } from "./dom.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { LineSheet } from "./line_sheet.js";
import { reason, syncIcon } from "./line_words.js";
import { button, choices, sentence, token } from "./widgets.js";

/** So many entries are drawn at once: as many more when the end of them comes into sight. */
const ENTRIES_A_PAGE = 40;

/** So many players' cash after an entry stands in its line. */
const MOST_BALANCES = 2;

/** The choice of the entries of all players. */
const EVERYBODY = "";

/** Everything that was entered, newest first, with what it brought about. */
export class LedgerSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "ledger";
    /** Only entries about this player. */
    this.player = EVERYBODY;
    this.searched = "";
    /** How many of the entries found are drawn. */
    this.drawn = ENTRIES_A_PAGE;
  }

  title() {
    return this.ui.t("ledger");
  }

  body() {
    const { ui } = this;
    if (ui.view.ledger.length === 0) return h("p", { class: "quiet" }, ui.t("ledger.empty"));
    const found = this.found();
    return [
      this.searchField(),
      this.filter(),
      found.length === 0 ? h("p", { class: "quiet", role: "status" }, ui.t("ledger.none")) : null,
      h(
        "ol",
        { class: "ledger", key: "entries" },
        found.slice(0, this.drawn).map((each) => this.entry(each)),
      ),
      found.length > this.drawn ? this.moreButton(found.length) : null,
    ].flat();
  }

  /** The entries about the chosen player that have every word searched for, newest first. */
  found() {
    const words = this.searched.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    return this.ui.view.ledger
      .filter((each) => this.player === EVERYBODY || each.players.includes(this.player))
      .filter((each) => words.length === 0 || hasWords(each, words))
      .reverse();
  }

  searchField() {
    const { ui } = this;
    return h(
      "label",
      { class: "field", key: "search" },
      h("span", { class: "visually-hidden" }, ui.t("ledger.search")),
      h("input", {
        type: "search",
        "data-tap": "ledger-search",
        placeholder: ui.t("ledger.search"),
        autocomplete: "off",
        enterkeyhint: "search",
        value: this.searched,
        oninput: (/** @type {{target: HTMLInputElement}} */ { target }) =>
          this.show(this.player, target.value),
      }),
    );
  }

  filter() {
    const { ui } = this;
    const players = choices(ui, {
      name: "ledger-of",
      label: ui.t("players"),
      value: this.player,
      options: [
        { value: EVERYBODY, text: ui.t("ledger.everybody") },
        ...ui.view.players.map(({ id }) => ({
          value: id,
          text: [
            token(ui, id, "small"),
            h("span", { class: "visually-hidden" }, ui.player(id).name),
          ],
        })),
      ],
      choose: (player) => this.show(player, this.searched),
    });
    return h("div", { key: "filter" }, players);
  }

  /** @param {string} player @param {string} searched */
  show(player, searched) {
    this.player = player;
    this.searched = searched;
    this.drawn = ENTRIES_A_PAGE;
    this.ui.draw();
  }

  /** Draws more when it comes into sight, or is tapped. @param {number} found */
  moreButton(found) {
    const { ui } = this;
    const more = () => {
      this.drawn += ENTRIES_A_PAGE;
      ui.draw();
    };
    return h(
      "div",
      {
        // Another button for each page: the observer tells of one element once.
        key: `more-${this.drawn}`,
        hook: (/** @type {Element} */ element) => whenInSight(element, more),
      },
      button(
        ui,
        { name: `ledger-more-${this.drawn}`, class: "choice wide", tap: more },
        ui.t("ledger.more", { n: found - this.drawn }),
      ),
    );
  }

  /** One line; what followed is read on its sheet, and here where it was searched. @param {LedgerEntry} entry */
  entry(entry) {
    const { ui } = this;
    const struck = entry.undone || entry.corrected;
    const begins = entry.lines.some(({ kind }) => kind === "turn");
    const classes = [struck && "undone", begins && "begins-turn"].filter(Boolean);
    return h(
      "li",
      { key: String(entry.n), class: classes.join(" ") },
      h(
        "button",
        {
          type: "button",
          class: "line",
          "data-tap": `entry-${entry.n}`,
          onclick: () => ui.sheets.open(new LineSheet(ui, entry.n)),
        },
        h("span", { class: "quiet line-number" }, entry.n),
        h(
          "span",
          { class: "line-text" },
          h("b", {}, entry.text),
          struck ? h("span", { class: "quiet" }, " · ", reason(ui, entry)) : null,
          entry.instead.map((text) => h("span", { class: "instead" }, " → ", text)),
        ),
        h("span", { class: "line-amount" }, amountOf(ui, entry)),
        runningCash(ui, entry),
        syncIcon(ui, entry),
      ),
      this.searched === "" || entry.undone
        ? null
        : entry.lines.map((line) => h("div", { class: "quiet" }, sentence(ui, line))),
    );
  }
}

/** @param {LedgerEntry} entry @param {string[]} words in small letters */
function hasWords(entry, words) {
  const texts = [String(entry.n), entry.text, ...entry.instead];
  const text = [...texts, ...entry.lines.map((line) => line.text)].join("\n").toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

/** @param {Element} element @param {() => void} work done once */
function whenInSight(element, work) {
  const observer = new IntersectionObserver(([seen]) => {
    if (!element.isConnected) observer.disconnect();
    else if (seen?.isIntersecting) {
      observer.disconnect();
      work();
    }
  });
  observer.observe(element);
}

/** What was paid; nothing where several amounts were. @param {Ui} ui @param {LedgerEntry} entry */
function amountOf(ui, { lines, undone }) {
  const paid = undone ? [] : lines.filter((line) => line.paid);
  const [first] = paid;
  return first?.amount && paid.length === 1 ? ui.money(first.amount) : "";
}

/** What those have after it whose cash it moved, two of them at most. @param {Ui} ui @param {LedgerEntry} entry @returns {Child} */
function runningCash(ui, { cash }) {
  return h(
    "span",
    { class: "running-cash" },
    cash
      .slice(0, MOST_BALANCES)
      .map((each) =>
        h(
          "span",
          {},
          token(ui, each.player, "small"),
          h("span", { class: "visually-hidden" }, ui.player(each.player).name),
          ui.money(each.cash),
        ),
      ),
    cash.length > MOST_BALANCES ? "…" : null,
  );
}
