/**
 * The retention in figures, one row a player.
 *
 * @import { Sentence } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { sentence } from "./sentences.js";

/**
 * What each player had, hands in and keeps; the name opens the reason.
 *
 * @param {Ui} ui
 * @param {Sentence[]} consequences of the retention
 * @param {{recorded: boolean}} state whether the players' cash is what they kept already
 */
export function retentionTable(ui, consequences, { recorded }) {
  const retained = consequences.filter(({ kind }) => kind === "retention");
  if (retained.length === 0) return null;
  return h(
    "table",
    { class: "amounts" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, ui.t("retain.player")),
        h("th", { scope: "col" }, ui.t("retain.cash")),
        h("th", { scope: "col" }, ui.t("retain.handed_in")),
        h("th", { scope: "col" }, ui.t("retain.kept")),
      ),
    ),
    h(
      "tbody",
      {},
      retained.map(({ player, amount, why }) => {
        const { name, cash } = ui.player(player ?? "");
        const handedIn = amount ?? 0;
        const before = recorded ? cash + handedIn : cash;
        return h(
          "tr",
          { key: player ?? "" },
          h("th", { scope: "row" }, sentence(ui, { text: name, why })),
          h("td", { "data-label": ui.t("retain.cash") }, ui.money(before)),
          h("td", { "data-label": ui.t("retain.handed_in") }, ui.money(handedIn)),
          h(
            "td",
            { "data-label": ui.t("retain.kept") },
            h("strong", {}, ui.money(before - handedIn)),
          ),
        );
      }),
    ),
  );
}
