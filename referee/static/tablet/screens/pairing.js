/**
 * The screen of a tablet without a table.
 *
 * @import { Ui } from "./ui.js"
 */
import { practiceHeader } from "../runtime/practice.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button, choices } from "./widgets.js";

const EDITIONS = /** @type {const} */ (["us-2011", "us-wooden", "eu-fr", "ru-2014"]);

/**
 * A tablet without a table: scan the code of one, or type it.
 *
 * @param {Ui} ui
 */
export function pairingScreen(ui) {
  return h(
    "div",
    { class: "centre-stage pairing", key: "pairing", "data-scrolled": "" },
    h("div", { class: "stage-icon" }, icon("flag")),
    h("h2", {}, ui.t("pairing.title")),
    h("p", {}, ui.t("pairing.scan")),
    codeForm(ui),
    button(
      ui,
      { name: "learn", class: "button wide", icon: "why", tap: () => ui.tablet.learn() },
      ui.t("tutorial.learn"),
    ),
    practice(ui),
    h("p", {}, h("a", { class: "button", href: ui.tablet.config.setup }, ui.t("pairing.setup"))),
  );
}

/** @param {Ui} ui */
function codeForm(ui) {
  const { pairing } = ui.local;
  return h(
    "form",
    {
      class: "code-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void pair(ui);
      },
    },
    h(
      "label",
      { class: "field" },
      ui.t("pairing.code"),
      h("input", {
        type: "text",
        name: "code",
        class: "code",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        placeholder: "K7M2-…",
        required: true,
        value: pairing.code,
        oninput: (/** @type {InputEvent} */ event) => {
          if (event.target instanceof HTMLInputElement) pairing.code = event.target.value;
        },
        "aria-describedby": "pairing-answer",
      }),
    ),
    h(
      "div",
      { class: "code-answer", id: "pairing-answer" },
      h(
        "div",
        { class: "bad-text", role: "alert" },
        pairing.problem
          ? [h("b", {}, pairing.problem.title), h("p", {}, pairing.problem.detail)]
          : null,
      ),
      pairing.problem ? null : h("p", { class: "quiet" }, ui.t("pairing.code_where")),
    ),
    h(
      "button",
      { type: "submit", class: "button primary wide", "data-tap": "pair" },
      ui.t("pairing.pair"),
    ),
  );
}

/** @param {Ui} ui */
async function pair(ui) {
  const { pairing } = ui.local;
  const answer = await ui.tablet.pair({ code: pairing.code.trim() });
  pairing.problem = answer.ok ? null : answer.problem;
  ui.draw();
}

/** A made-up table, to learn with: nothing of it leaves the tablet. @param {Ui} ui */
function practice(ui) {
  const { pairing } = ui.local;
  return h(
    "details",
    { class: "practice" },
    h("summary", {}, ui.t("practice.title")),
    h("p", { class: "quiet" }, ui.t("practice.text")),
    choices(ui, {
      name: "roles",
      label: ui.t("role"),
      value: pairing.practiceRoles,
      options: [
        { value: "drawn", text: ui.t("practice.drawn") },
        { value: "thrown", text: ui.t("practice.thrown") },
      ],
      choose: (roles) => {
        pairing.practiceRoles = roles;
        ui.draw();
      },
    }),
    h(
      "div",
      { class: "choices" },
      EDITIONS.map((edition) =>
        button(
          ui,
          { name: `practice-${edition}`, class: "choice", tap: () => practise(ui, edition) },
          ui.t(`edition.${edition}`),
        ),
      ),
    ),
  );
}

/** @param {Ui} ui @param {string} edition */
function practise(ui, edition) {
  const thrown = ui.local.pairing.practiceRoles === "thrown";
  return ui.tablet.practise(practiceHeader(edition, thrown));
}
