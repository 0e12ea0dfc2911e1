/**
 * What stays in sight below a trade: whose cash is typed, the trade read out, the question.
 *
 * @import { TradeReading } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { button, sentence, token } from "./widgets.js";

/**
 * @param {Ui} ui
 * @param {string} id
 * @param {{name: string, amount: number, pressed: boolean, tap: () => void}} props
 */
export function cashChoice(ui, id, { name, amount, pressed, tap }) {
  const words = `${ui.t("trade.cash", { name: ui.player(id).name })}: ${ui.money(amount)}`;
  return button(
    ui,
    { name, class: "choice cash-choice", pressed, tap },
    h("span", { class: "visually-hidden" }, words),
    h("span", { class: "seen-only", "aria-hidden": "true" }, [
      token(ui, id, "small"),
      h("span", {}, ui.t("cash")),
      h("strong", {}, ui.money(amount)),
    ]),
  );
}

/**
 * The trade in sentences, why it cannot be, or what is asked before it is recorded: one side gives far
 * more than it gets, which is never forbidden.
 *
 * @param {Ui} ui
 * @param {TradeReading | null} reading
 * @param {string | null} question
 */
export function readOut(ui, reading, question) {
  const refused = reading?.refusals[0];
  const said = refused
    ? h("div", { class: "quiet bad-text", role: "status" }, sentence(ui, refused))
    : (reading?.text ?? []).map((each) => h("p", {}, each));
  return [
    // It stays: what comes into a live region is said, what comes with one often is not.
    h(
      "div",
      { class: "read-out", "aria-live": "polite", tabindex: reading ? "0" : null, key: "read" },
      said,
    ),
    question === null
      ? null
      : h(
          "div",
          { class: "notice bad", role: "alert", key: "question" },
          h("p", { class: "notice-text" }, h("b", {}, question)),
        ),
  ];
}

/**
 * Records the trade; where the question is asked it is another button in the same place.
 *
 * @param {Ui} ui
 * @param {{asked: boolean, disabled: boolean, tap: () => unknown}} props
 */
export function agreeButton(ui, { asked, disabled, tap }) {
  return button(
    ui,
    {
      name: asked ? "trade-sure" : "trade-done",
      class: "button primary wide",
      disabled,
      tap,
    },
    ui.t(asked ? "trade.sure" : "trade.agree"),
  );
}
