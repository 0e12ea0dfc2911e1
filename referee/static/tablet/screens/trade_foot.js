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
 * The trade in sentences, or why it cannot be.
 *
 * @param {Ui} ui
 * @param {TradeReading | null} reading
 * @param {{unseen: boolean}} shown `unseen`: it only keeps its place
 */
export function readOut(ui, reading, { unseen }) {
  const place = unseen ? "unseen " : "";
  const refused = reading?.refusals[0];
  if (refused)
    return h("div", { class: `${place}quiet bad-text`, role: "status" }, sentence(ui, refused));
  if (!reading?.text.length) return null;
  return h(
    "div",
    { class: `${place}read-out`, "aria-live": "polite", tabindex: "0" },
    reading.text.map((each) => h("p", {}, each)),
  );
}

/**
 * One side gives far more than it gets: asked once, never forbidden.
 *
 * @param {Ui} ui @param {string} text @param {() => unknown} yes
 */
export function question(ui, text, yes) {
  return h(
    "div",
    { class: "notice bad", role: "alert", key: "question" },
    h("p", { class: "notice-text" }, h("b", {}, text)),
    button(ui, { name: "trade-sure", class: "button primary", tap: yes }, ui.t("trade.sure")),
  );
}
