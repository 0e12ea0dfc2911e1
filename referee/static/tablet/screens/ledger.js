import { h } from "./dom.js";
import { icon } from "./icons.js";
import { rule } from "./parts.js";

/**
 * @import { LedgerEntry } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 * @import { IconName } from "./icons.js"
 */

/** As many entries as a referee looks back on at a table. */
const SHOWN = 120;

/** @type {Record<string, IconName>} */
const ICONS = { recorded: "recorded", confirmed: "check", needs_chief: "alert" };

/** Everything that was entered, newest first, with what it brought about. */
export class LedgerSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.name = "ledger";
  }

  title() {
    return this.desk.t("ledger");
  }

  body() {
    const { desk } = this;
    const { ledger } = desk.view;
    if (ledger.length === 0) return h("p", { class: "quiet" }, desk.t("ledger.empty"));
    return h(
      "ol",
      { class: "ledger" },
      ledger
        .slice(-SHOWN)
        .reverse()
        .map((each) => this.entry(each)),
    );
  }

  /** @param {LedgerEntry} entry */
  entry(entry) {
    const { desk } = this;
    return h(
      "li",
      { key: String(entry.n), class: entry.undone ? "undone" : "" },
      h(
        "p",
        { class: "ledger-head" },
        h("span", { class: "quiet" }, entry.n),
        h("b", {}, entry.text),
        entry.at && !Number.isNaN(Date.parse(entry.at))
          ? h("time", { class: "quiet" }, desk.speech.times.format(new Date(entry.at)))
          : null,
        h(
          "span",
          {
            class: `entry-sync ${entry.sync}`,
            role: "img",
            "aria-label": desk.t(`ledger.${entry.sync}`),
          },
          icon(ICONS[entry.sync] ?? "waiting"),
        ),
      ),
      entry.undone
        ? h("p", { class: "quiet" }, desk.t("ledger.undone"))
        : entry.lines.map((line) => h("p", { class: "quiet" }, line.text, rule(desk, line.rule))),
    );
  }
}
