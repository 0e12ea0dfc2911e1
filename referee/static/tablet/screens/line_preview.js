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
    refusals.length > 0
      ? h(
          "div",
          { class: "notice bad" },
          icon("alert"),
          h(
            "div",
            { class: "notice-text" },
            refusals.map((each) => sentence(ui, each)),
          ),
        )
      : null,
    leftOut(without),
    warnings(purchases),
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

/** What the correction changes beside what is corrected. @param {string[]} sentences */
function warnings(sentences) {
  if (sentences.length === 0) return null;
  return h(
    "div",
    { class: "notice bad", key: "warnings" },
    icon("alert"),
    h(
      "div",
      { class: "notice-text" },
      sentences.map((each) => h("p", {}, each)),
    ),
  );
}

/** The later entries that no longer fit. @param {CorrectionPreview["without"]} without */
function leftOut(without) {
  if (without.length === 0) return null;
  return h(
    "div",
    { class: "notice bad", key: "left-out" },
    icon("alert"),
    h(
      "div",
      { class: "notice-text" },
      h(
        "ul",
        {},
        without.map(({ n, text, refusals }) =>
          h(
            "li",
            {},
            h("p", {}, `${n} ${text}`),
            refusals.slice(0, 1).map((each) => h("p", { class: "quiet" }, each.text)),
          ),
        ),
      ),
    ),
  );
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
