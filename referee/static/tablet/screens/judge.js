/**
 * The sheet that calls the chief referee to the table.
 *
 * @import { Ui } from "./ui.js"
 */
import { callWords, openCall } from "./call_state.js";
import { h } from "./dom.js";
import { button } from "./widgets.js";

const TOPICS = /** @type {const} */ (["dispute", "rules", "behaviour", "technical", "other"]);

/** The code of the answer to a table that has called too often. */
const CALLS_FULL = "calls-full";

/** @param {string} topic @returns {import("./i18n.js").Key} */
function topicKey(topic) {
  return `judge.${TOPICS.find((each) => each === topic) ?? "other"}`;
}

/** @param {Ui} ui @param {import("../runtime/types.js").Call} call */
function about(ui, { topic, player }) {
  if (topic !== "no_show") return ui.t(topicKey(topic));
  const { setup, view } = ui.state;
  const seat = setup?.seats.find((each) => each.player === player);
  const seated = seat ?? view?.players.find((each) => each.id === player);
  return ui.t("missing.said", { name: seated?.name ?? "" });
}

/** @param {Ui} ui @param {import("../runtime/types.js").Call} call */
function answerTo(ui, call) {
  const { state, claimed_by: name, resolution } = call;
  if (state === "resolved") return ui.t("judge.resolved", { text: resolution ?? "" });
  return name ? ui.t("judge.claimed", { name }) : callWords(ui, call);
}

/** Calls the chief referee to this table. */
export class JudgeSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "judge";
    this.note = "";
    /** @type {string | null} */
    this.answer = null;
    this.called = false;
  }

  title() {
    return this.ui.t("judge.title");
  }

  body() {
    const { ui } = this;
    return [this.calls(), this.called && openCall(ui) ? this.received() : this.form()];
  }

  /** What became of the call that was just made. */
  received() {
    const { ui } = this;
    const call = openCall(ui);
    if (!call) return null;
    const words = call.sent ? ui.t("judge.called") : callWords(ui, call);
    const kind = call.sent ? "good-text" : "";
    return h("p", { class: kind, role: "status" }, h("b", {}, words));
  }

  /** The calls of this table, those the chief has answered with the answer. */
  calls() {
    const { ui } = this;
    const calls = ui.state.calls.filter((each) => each.state !== "withdrawn");
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
            each.note || about(ui, each),
            h("br"),
            h("small", {}, answerTo(ui, each)),
          ),
          each.state === "resolved"
            ? null
            : button(
                ui,
                { name: `withdraw-${each.id}`, tap: () => ui.tablet.withdrawCall(each.id) },
                ui.t("judge.withdraw"),
              ),
        ),
      ),
    );
  }

  form() {
    const { ui } = this;
    return h(
      "div",
      { class: "stack" },
      h(
        "label",
        { class: "field" },
        ui.t("judge.note"),
        h("input", {
          type: "text",
          maxlength: "300",
          value: this.note,
          oninput: (/** @type {InputEvent} */ event) => this.write(event),
        }),
      ),
      this.refusal(),
      h("p", { class: "row-label" }, ui.t("judge.why")),
      h(
        "div",
        { class: "list two", role: "group", "aria-label": ui.t("judge.why") },
        TOPICS.map((topic) =>
          button(
            ui,
            { name: `call-${topic}`, class: "choice", icon: "judge", tap: () => this.call(topic) },
            ui.t(`judge.${topic}`),
          ),
        ),
      ),
    );
  }

  /** Why the last call was not taken, and what to do instead; over the board it is told too. */
  refusal() {
    const { problem } = this.ui.state;
    const full = problem?.code === CALLS_FULL ? problem.detail : null;
    const told = this.answer ?? full;
    return told ? h("p", { class: "bad-text", role: "alert" }, told) : null;
  }

  /** @param {InputEvent} event */
  write(event) {
    if (event.target instanceof HTMLInputElement) this.note = event.target.value;
  }

  /** @param {(typeof TOPICS)[number]} topic */
  async call(topic) {
    const { note, ui } = this;
    const answer = await ui.tablet.callJudge({ topic, note });
    this.called = answer.ok;
    if (answer.ok) this.note = "";
    this.answer = answer.ok ? null : answer.problem.detail;
    ui.draw();
  }
}
