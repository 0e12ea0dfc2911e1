import { h } from "./dom.js";
import { button, choices } from "./parts.js";

/** @import { Desk } from "./desk.js" */

const TOPICS = /** @type {const} */ (["rules", "dispute", "technical", "other"]);

/** States of a call that nobody has answered yet. */
const OPEN = ["open", "claimed"];

/** @param {string} topic @returns {import("./i18n.js").Key} */
function topicKey(topic) {
  return `judge.${TOPICS.find((each) => each === topic) ?? "other"}`;
}

/** @param {Desk} desk @param {import("../runtime/types.js").Call} call */
function answerTo(desk, { state, claimed_by: name, resolution }) {
  if (state === "resolved") return desk.t("judge.resolved", { text: resolution ?? "" });
  if (name) return desk.t("judge.claimed", { name });
  return desk.t("judge.waiting");
}

/** Calls the chief referee to this table. */
export class JudgeSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.name = "judge";
    /** @type {(typeof TOPICS)[number]} */
    this.topic = "rules";
    this.note = "";
    /** @type {string | null} */
    this.answer = null;
    this.called = false;
  }

  title() {
    return this.desk.t("judge.title");
  }

  body() {
    const { desk } = this;
    return [
      this.calls(),
      this.called && this.desk.state.calls.some((each) => OPEN.includes(each.state))
        ? h("p", { class: "good-text", role: "status" }, h("b", {}, desk.t("judge.called")))
        : this.form(),
    ];
  }

  /** The calls of this table, those the chief has answered with the answer. */
  calls() {
    const { desk } = this;
    const calls = desk.state.calls.filter((each) => each.state !== "withdrawn");
    if (calls.length === 0) return null;
    return h(
      "ul",
      { class: "list" },
      calls.map((each) =>
        h(
          "li",
          { class: "notice" },
          h(
            "p",
            { class: "notice-text" },
            each.note || desk.t(topicKey(each.topic)),
            h("br"),
            h("small", {}, answerTo(desk, each)),
          ),
          each.state === "resolved"
            ? null
            : button(
                desk,
                { name: `withdraw-${each.id}`, tap: () => desk.tablet.withdrawCall(each.id) },
                desk.t("judge.withdraw"),
              ),
        ),
      ),
    );
  }

  form() {
    const { desk } = this;
    return h(
      "div",
      { class: "stack" },
      choices(desk, {
        name: "topic",
        label: desk.t("judge.why"),
        value: this.topic,
        options: TOPICS.map((value) => ({ value, text: desk.t(`judge.${value}`) })),
        choose: (topic) => {
          this.topic = topic;
          desk.draw();
        },
      }),
      h(
        "label",
        { class: "field" },
        desk.t("judge.note"),
        h("input", {
          type: "text",
          maxlength: "300",
          value: this.note,
          oninput: (/** @type {InputEvent} */ event) => this.write(event),
        }),
      ),
      this.answer ? h("p", { class: "bad-text", role: "alert" }, this.answer) : null,
      button(
        desk,
        { name: "call", class: "button primary wide", icon: "judge", tap: () => this.call() },
        desk.t("judge.call"),
      ),
    );
  }

  /** @param {InputEvent} event */
  write(event) {
    if (event.target instanceof HTMLInputElement) this.note = event.target.value;
  }

  async call() {
    const { topic, note, desk } = this;
    const answer = await desk.tablet.callJudge({ topic, note });
    this.called = answer.ok;
    this.answer = answer.ok ? null : answer.problem.detail;
    desk.draw();
  }
}
