/**
 * Sentences that can be asked for their reason: what an event brought about, what is owed, why an
 * entry was refused. No widget is imported here, for widgets are made of sentences themselves.
 *
 * @import { Why } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {{text: string, rule?: string | null, why?: Why | null}} Explained
 *   a sentence of the engine: `why` is what to ask it about, else its `rule`
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { WhySheet } from "./why.js";

/** @param {Explained} line @returns {Why | null} */
function questionOf({ why, rule: code }) {
  const question = why ?? (code ? { rules: [code] } : null);
  return question && "rules" in question && question.rules.length === 0 ? null : question;
}

/**
 * A name for the tap: the same question has the same wherever it stands.
 *
 * @param {Why} question
 */
function tapName(question) {
  return `why-${Object.values(question).flat().join("-")}`;
}

/**
 * A sentence as a row of its own that opens its reason; plain text where nobody knows one.
 *
 * @param {Ui} ui
 * @param {Explained} line
 */
export function sentence(ui, line) {
  const question = questionOf(line);
  if (question === null)
    return h("span", { class: "sentence" }, h("span", { class: "sentence-text" }, line.text));
  return h(
    "button",
    {
      type: "button",
      class: "sentence",
      "data-tap": tapName(question),
      onclick: () => openWhy(ui, question, line.text),
    },
    h("span", { class: "sentence-text" }, line.text, printedNumber(ui, line.rule ?? null)),
    icon("why"),
    h("span", { class: "visually-hidden" }, ui.t("why.open")),
  );
}

/** @param {Ui} ui @param {string | null} code such as "R11" */
function printedNumber(ui, code) {
  if (!code) return null;
  return h("span", { class: "rule-number" }, " ", ui.t("rule", { n: code.replace(/^R/, "") }));
}

/**
 * The number of a rule, which opens the rule.
 *
 * @param {Ui} ui
 * @param {string | null} code such as "R11"
 */
export function rule(ui, code) {
  if (!code) return null;
  const question = { rules: [code] };
  return h(
    "button",
    {
      type: "button",
      class: "rule",
      "data-tap": tapName(question),
      onclick: () => openWhy(ui, question, ""),
    },
    ui.t("rule", { n: code.replace(/^R/, "") }),
  );
}

/** @param {Ui} ui @param {Why} question @param {string} text */
function openWhy(ui, question, text) {
  if (ui.sheets.top?.name !== WhySheet.NAME) ui.sheets.open(new WhySheet(ui, question, text));
}
