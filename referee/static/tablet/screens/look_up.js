/**
 * Tables to look something up in.
 *
 * @import { VNode } from "./dom.js"
 */
import { h } from "./dom.js";

/**
 * @param {string} label
 * @param {string[]} columns
 * @param {{text: string, cells: string[]}[]} rows
 * @returns {VNode}
 */
export function lookUpTable(label, columns, rows) {
  return h(
    "table",
    { class: "look-up", "aria-label": label },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map((each) => h("th", { scope: "col" }, each)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(({ text, cells }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, text),
          cells.map((each) => h("td", {}, each)),
        ),
      ),
    ),
  );
}
