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
      answer === null
        ? h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"))
        : h(
            "div",
            { class: "why-rules" },
            answer.rules.map((each) => ruleCard(ui, each)),
          ),
    ];
  }
}

/** @param {Ui} ui @param {ExplainedRule} rule */
function ruleCard(ui, { code, printed }) {
  return h(
    "section",
    { class: "why-rule", key: code },
    h("h3", {}, ui.t("rule", { n: code.replace(/^R/, "") })),
    h("p", { class: "quiet" }, printed),
  );
}
