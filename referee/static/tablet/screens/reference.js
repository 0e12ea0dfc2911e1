/**
 * The referee's card: what the board does under a finger, every rule in our words as this edition has
 * it, and what the role card says.
 *
 * @import { Reference } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { lookUpTable } from "./look_up.js";
import { ruleCard } from "./why.js";

/** What is open at once. */
const FIRST = "turn";
/** After which section the role card stands. */
const CARD_AFTER = "squares";

export class ReferenceSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "reference";
  }

  title() {
    return this.ui.t("reference");
  }

  body() {
    const { ui } = this;
    /** @type {Reference | null} */
    const answer = ui.ask("reference", () => ui.tablet.reference());
    if (answer === null) return h("p", { class: "quiet", role: "status" }, ui.t("adjust.working"));
    return h(
      "div",
      { class: "reference" },
      this.fingers(),
      answer.sections.map(({ name, title, rules }) => [
        section(
          name,
          title,
          rules.map((each) => ruleCard(each)),
        ),
        name === CARD_AFTER ? this.card(answer.card) : null,
      ]),
    );
  }

  /** What the board does under a finger: nothing on it says so before it is first tried. */
  fingers() {
    const told = /** @type {const} */ (["tap", "trade", "amounts", "card", "buttons"]);
    const lines = told.map((name) => h("li", {}, this.ui.t(`reference.fingers.${name}`)));
    return section("fingers", this.ui.t("reference.fingers"), h("ul", {}, lines));
  }

  /** @param {Reference["card"]} card */
  card({ columns, rows }) {
    if (rows.length === 0) return null;
    const title = this.ui.t("reference.card");
    return section("card", title, lookUpTable(title, columns, rows));
  }
}

/** @param {string} name @param {string} title @param {import("./dom.js").Child} content */
function section(name, title, content) {
  return h(
    "details",
    { key: name, open: name === FIRST },
    h("summary", { "data-tap": `section-${name}` }, title),
    content,
  );
}
