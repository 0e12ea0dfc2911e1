/**
 * What a correction would change, before anything does.
 *
 * @import { CorrectionPreview } from "../runtime/types.js"
 * @import { Child } from "./dom.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { movesToMake } from "./unread.js";
import { sentence, token } from "./widgets.js";

/** @param {Ui} ui @param {CorrectionPreview} preview @returns {Child} */
export function correctionPreview(ui, preview) {
  const { refusals, without, purchases, players, moves, consequences } = preview;
  return h(
    "div",
    { class: "stack", key: "preview", role: "status" },
    warning(
      "refused",
      refusals.map((each) => sentence(ui, each)),
    ),
    leftOut(without),
    warning(
      "purchases",
      purchases.map((each) => h("p", {}, each)),
    ),
    consequences.length > 0
      ? h(
          "ul",
          { class: "consequences" },
          consequences
            .filter((each) => each.kind !== "turn")
            .map((each) => h("li", {}, sentence(ui, each))),
        )
      : null,
    refusals.length > 0 ? null : changed(ui, players, moves),
  );
}

/** @param {string} key @param {Child[]} children nothing is shown without any */
function warning(key, children) {
  if (children.length === 0) return null;
  return h(
    "div",
    { class: "notice bad", key },
    icon("alert"),
    h("div", { class: "notice-text" }, children),
  );
}

/** The later entries that no longer fit. @param {CorrectionPreview["without"]} without */
function leftOut(without) {
  if (without.length === 0) return null;
  const entries = without.map(({ n, text, refusals }) =>
    h(
      "li",
      {},
      h("p", {}, `${n} ${text}`),
      refusals.slice(0, 1).map((each) => h("p", { class: "quiet" }, each.text)),
    ),
  );
  return warning("left-out", [h("ul", {}, entries)]);
}

/** Whose cash would be another, and what would have to be moved. @param {Ui} ui @param {CorrectionPreview["players"]} players @param {string[]} moves */
function changed(ui, players, moves) {
  if (moves.length === 0) return h("p", { class: "quiet" }, ui.t("line.no_change"));
  const others = players.filter(({ cash }) => cash.before !== cash.after);
  return [
    others.length > 0 &&
      h(
        "ul",
        { class: "changes", key: "changes", "aria-label": ui.t("line.changes") },
        others.map(({ id, cash }) =>
          h(
            "li",
            {},
            token(ui, id, "small"),
            h("span", { class: "visually-hidden" }, ui.player(id).name),
            h("span", {}, `${ui.money(cash.before)} → ${ui.money(cash.after)}`),
          ),
        ),
      ),
    movesToMake(ui, moves, "line.move"),
  ];
}
