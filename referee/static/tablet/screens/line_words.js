/**
 * How a line of the ledger is read: its number, what was entered, when, why it counts no more, and what a
 * correction makes of it.
 *
 * @import { LedgerEntry } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { IconName } from "./icons.js"
 * @import { Proposal } from "./line_sheet.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { sentence } from "./widgets.js";

/** @type {Record<string, IconName>} */
const ICONS = { recorded: "recorded", confirmed: "check", needs_chief: "alert" };

/** @param {Ui} ui @param {LedgerEntry} entry */
export function lineHead(ui, entry) {
  const struck = entry.undone || entry.corrected;
  return [
    h(
      "span",
      { class: "ledger-head" },
      h("span", { class: "quiet" }, entry.n),
      h("b", {}, entry.text),
      entry.at && !Number.isNaN(Date.parse(entry.at))
        ? h("time", { class: "quiet" }, ui.speech.times.format(new Date(entry.at)))
        : null,
      syncIcon(ui, entry),
    ),
    struck ? h("span", { class: "quiet" }, reason(ui, entry)) : null,
    entry.instead.map((text) => h("span", { class: "instead" }, text)),
  ].flat();
}

/** Why an entry does not count as it was entered. @param {Ui} ui @param {LedgerEntry} entry */
export function reason(ui, { by, corrected, undone }) {
  if (by === null) return ui.t("ledger.refused");
  if (corrected && !undone) return ui.t("ledger.corrected_by", { number: String(by) });
  return ui.t("ledger.undone_by", { number: String(by) });
}

/** How far an entry has come. @param {Ui} ui @param {LedgerEntry} entry */
export function syncIcon(ui, { sync }) {
  return h(
    "span",
    { class: `entry-sync ${sync}`, role: "img", "aria-label": ui.t(`ledger.${sync}`) },
    icon(ICONS[sync] ?? "waiting"),
  );
}

/** Why nothing of the line can be changed here; null where it can. @param {Ui} ui @param {LedgerEntry} entry */
export function whyFixed(ui, entry) {
  if (ui.finalised) return ui.t("line.closed");
  if (entry.undone) return reason(ui, entry);
  if (entry.type === "revise") return revertible(ui, entry) ? null : ui.t("line.not_revertible");
  if (entry.type === "start") return ui.tablet.forChief ? null : ui.t("line.start_fixed");
  return entry.onBoard && entry.type !== "undo" ? null : ui.t("line.fixed");
}

/** Whether Undo would take this correction back. @param {Ui} ui @param {LedgerEntry} entry */
function revertible(ui, { n }) {
  const { undo } = ui.view;
  return undo?.kind === "revert" && undo.seq === n;
}

/** @param {Ui} ui @param {LedgerEntry} entry */
export function told(ui, entry) {
  return entry.lines.map((line) => h("div", { class: "quiet" }, sentence(ui, line)));
}

/** What is proposed, where no event says it. @param {Ui} ui @param {Proposal} proposal */
export function willHappen(ui, { kind }) {
  if (kind !== "out" && kind !== "return") return null;
  return h("p", { key: "said" }, h("b", {}, ui.t(`line_will.${kind}`)));
}
