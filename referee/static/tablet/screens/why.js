/**
 * The sheet of one sentence: how its amount comes about, and the rules that it follows from, in our
 * words and with the number and heading in the book of this edition.
 *
 * @import { Explanation, ExplainedRule, Why } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";

export class WhySheet {
  static NAME = "why";

  /** @param {Ui} ui @param {Why} question @param {string} text the sentence, "" for a rule alone */
  constructor(ui, question, text) {
    this.ui = ui;
    this.name = WhySheet.NAME;
    /** What is open below stays as it was left, with what was refused there. */
    this.keepsRefusals = true;
    this.question = question;
    this.text = text;
  }

  title() {
    return this.ui.t("why");
  }

  body() {
    const { ui } = this;
    const key = `why ${JSON.stringify(this.question)}`;
    /** @type {Explanation | null} */
    const answer = ui.ask(key, () => ui.tablet.explain(this.question));
    return [
      this.text ? h("p", { class: "why-sentence" }, this.text) : null,
      h(
        "div",
        { class: "why-answer", "aria-live": "polite" },
        answer === null
          ? h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"))
          : explanation(ui, answer),
      ),
    ];
  }
}

/** @param {Ui} ui @param {Explanation} answer */
function explanation(ui, { notes, terms, total, rules }) {
  return [
    notes.map((each) => h("p", {}, each)),
    total === null ? null : sum(ui, terms, total),
    rules.map((each) => ruleCard(each)),
  ];
}

/**
 * What an amount adds up from, to be added again.
 *
 * @param {Ui} ui
 * @param {Explanation["terms"]} terms
 * @param {number} total
 */
function sum(ui, terms, total) {
  return h(
    "table",
    { class: "why-terms" },
    h("caption", {}, ui.t("why.terms")),
    h(
      "tbody",
      {},
      terms.map(({ text, amount }) =>
        h("tr", {}, h("th", { scope: "row" }, text), h("td", {}, ui.money(amount))),
      ),
    ),
    terms.length > 1
      ? h(
          "tfoot",
          {},
          h("tr", {}, h("th", { scope: "row" }, ui.t("why.total")), h("td", {}, ui.money(total))),
        )
      : null,
  );
}

/**
 * A rule in our words, and where the book has it.
 *
 * @param {ExplainedRule} rule
 */
export function ruleCard({ code, title, text, printed }) {
  return h(
    "section",
    { class: "why-rule", key: code },
    h("h3", {}, title, code.length > 1 ? h("span", { class: "rule-number" }, ` ${code}`) : null),
    text.map((each) => h("p", {}, each)),
    h("p", { class: "quiet" }, printed),
  );
}
