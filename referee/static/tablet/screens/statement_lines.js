/**
 * The figures of a result, and each player's lines of it, to be added up again on the tablet: what each
 * line adds, and what it comes to with those before it.
 *
 * @import { Ui } from "./ui.js"
 * @import { Statement, StatementLine, StatementLines } from "./statement.js"
 */
import { h } from "./dom.js";
import { sentence } from "./sentences.js";

/**
 * The figures of this result; while a confirmation is recorded, those shown before it.
 *
 * @param {Ui} ui
 * @returns {{lines: StatementLines, statement: Statement} | null} null until the engine has answered
 */
export function figures(ui) {
  /** @type {StatementLines | null} */
  const lines = ui.ask("lines", () => ui.tablet.statementLines());
  /** @type {Statement | null} */
  const statement = ui.ask("statement", () => ui.tablet.statement());
  const { local, moment } = ui;
  const position = `${moment} ${ui.state.settings.language}`;
  if (lines && statement) local.statement = { position, figures: { lines, statement } };
  return local.statement.position === position ? local.statement.figures : null;
}

/** @param {StatementLines} lines @param {string} id @returns {StatementLine[]} */
export function linesOf({ players }, id) {
  return players.find((each) => each.id === id)?.lines ?? [];
}

/**
 * @param {Ui} ui
 * @param {StatementLine[]} lines at least one
 */
export function linesTable(ui, lines) {
  const total = lines.at(-1)?.sum ?? 0;
  return h(
    "table",
    { class: "statement-lines" },
    h(
      "tbody",
      {},
      lines.map((line, index) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, sentence(ui, line)),
          h("td", {}, index === 0 ? "" : ui.change(line.amount)),
          h("td", {}, ui.money(line.sum)),
        ),
      ),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row" }, ui.t("statement.final")),
        h("td", {}),
        h("td", {}, ui.money(total)),
      ),
    ),
  );
}
