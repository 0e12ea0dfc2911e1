/**
 * The sheet of all that was entered.
 *
 * @import { LedgerEntry } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { IconName } from "./icons.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { sentence } from "./widgets.js";

/** As many entries as a referee looks back on at a table. */
const MAX_SHOWN = 120;

/** @type {Record<string, IconName>} */
const ICONS = { recorded: "recorded", confirmed: "check", needs_chief: "alert" };

/** Everything that was entered, newest first, with what it brought about. */
export class LedgerSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "ledger";
  }

  title() {
    return this.ui.t("ledger");
  }

  body() {
    const { ui } = this;
    const { ledger } = ui.view;
    if (ledger.length === 0) return h("p", { class: "quiet" }, ui.t("ledger.empty"));
    return h(
      "ol",
      { class: "ledger" },
      ledger
        .slice(-MAX_SHOWN)
        .reverse()
        .map((each) => this.entry(each)),
    );
  }

  /** @param {LedgerEntry} entry */
  entry(entry) {
    const { ui } = this;
    return h(
      "li",
      { key: String(entry.n), class: entry.undone ? "undone" : "" },
      h(
        "p",
        { class: "ledger-head" },
        h("span", { class: "quiet" }, entry.n),
        h("b", {}, entry.text),
        entry.at && !Number.isNaN(Date.parse(entry.at))
          ? h("time", { class: "quiet" }, ui.speech.times.format(new Date(entry.at)))
          : null,
        h(
          "span",
          {
            class: `entry-sync ${entry.sync}`,
            role: "img",
            "aria-label": ui.t(`ledger.${entry.sync}`),
          },
          icon(ICONS[entry.sync] ?? "waiting"),
        ),
      ),
      entry.undone
        ? h("p", { class: "quiet" }, ui.t("ledger.undone"))
        : entry.lines.map((line) => h("div", { class: "quiet" }, sentence(ui, line))),
    );
  }
}
