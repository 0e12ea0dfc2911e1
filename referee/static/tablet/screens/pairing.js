import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button, choices } from "./parts.js";

/** @import { Desk } from "./desk.js" */

const EDITIONS = /** @type {const} */ (["us-2011", "us-wooden", "eu-fr", "ru-2014"]);

/**
 * A tablet without a table: scan the code of one, or type it.
 *
 * @param {Desk} desk
 */
export function pairingScreen(desk) {
  return h(
    "div",
    { class: "centre-stage pairing", key: "pairing" },
    h("div", { class: "stage-icon" }, icon("flag")),
    h("h2", {}, desk.t("pairing.title")),
    h("p", {}, desk.t("pairing.scan")),
    codeForm(desk),
    practice(desk),
    h(
      "p",
      {},
      h("a", { class: "button", href: desk.tablet.config.setup }, desk.t("pairing.setup")),
    ),
  );
}

/** @param {Desk} desk */
function codeForm(desk) {
  const refused = desk.pairingProblem;
  return h(
    "form",
    {
      class: "code-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void pair(desk);
      },
    },
    h(
      "label",
      { class: "field" },
      desk.t("pairing.code"),
      h("input", {
        type: "text",
        name: "code",
        class: "code",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        placeholder: "K7M2-483921",
        required: true,
        value: desk.pairingCode,
        oninput: (/** @type {InputEvent} */ event) => {
          if (event.target instanceof HTMLInputElement) desk.pairingCode = event.target.value;
        },
        "aria-describedby": "pairing-answer",
      }),
    ),
    h(
      "div",
      { id: "pairing-answer", class: "bad-text", role: "alert" },
      refused ? [h("b", {}, refused.title), h("p", {}, refused.detail)] : null,
    ),
    h(
      "button",
      { type: "submit", class: "button primary wide", "data-tap": "pair" },
      desk.t("pairing.pair"),
    ),
  );
}

/** @param {Desk} desk */
async function pair(desk) {
  const answer = await desk.tablet.pair({ code: desk.pairingCode.trim() });
  desk.pairingProblem = answer.ok ? null : answer.problem;
  desk.draw();
}

/** A made-up table, to learn with: nothing of it leaves the tablet. */
/** @param {Desk} desk */
function practice(desk) {
  return h(
    "details",
    { class: "practice" },
    h("summary", {}, desk.t("practice.title")),
    h("p", { class: "quiet" }, desk.t("practice.text")),
    choices(desk, {
      name: "roles",
      label: desk.t("role"),
      value: desk.practiceRoles,
      options: [
        { value: "drawn", text: desk.t("practice.drawn") },
        { value: "thrown", text: desk.t("practice.thrown") },
      ],
      choose: (roles) => {
        desk.practiceRoles = roles;
        desk.draw();
      },
    }),
    h(
      "div",
      { class: "choices" },
      EDITIONS.map((edition) =>
        button(
          desk,
          { name: `practice-${edition}`, class: "choice", tap: () => practise(desk, edition) },
          desk.t(`edition.${edition}`),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} edition */
async function practise(desk, edition) {
  const names = ["Ada", "Bruno", "Chloé", "Dmitri"];
  await desk.tablet.practise({
    record: "amr/1",
    edition,
    mode: "two-hour",
    rulings: {},
    players: names.map((name, index) => ({
      id: `p${index + 1}`,
      name,
      role: desk.practiceRoles === "thrown" ? null : index % 2 === 0 ? "competitor" : "monopolist",
    })),
  });
}
