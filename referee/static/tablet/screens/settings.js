import { h } from "./dom.js";
import { choices } from "./parts.js";

/**
 * @import { Settings } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 */

/** Every language under its own name, so that anybody finds theirs. */
const LANGUAGES = /** @type {const} */ ([
  ["en", "English"],
  ["fr", "Français"],
  ["ru", "Русский"],
]);

/** What belongs to this device and the hand that holds it. */
export class SettingsSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.name = "settings";
  }

  title() {
    return this.desk.t("settings");
  }

  body() {
    const { desk } = this;
    const { settings, storage, table, judge, engineError } = desk.state;
    return h(
      "div",
      { class: "stack settings" },
      h("h3", {}, desk.t("settings.language")),
      choices(desk, {
        name: "language",
        label: desk.t("settings.language"),
        value: settings.language,
        options: LANGUAGES.map(([value, text]) => ({
          value,
          text: h("span", { lang: value }, text),
        })),
        choose: (language) => this.set({ language }),
      }),
      h("h3", {}, desk.t("settings.hand")),
      choices(desk, {
        name: "hand",
        label: desk.t("settings.hand"),
        value: settings.hand,
        options: [
          { value: "left", text: desk.t("settings.left") },
          { value: "right", text: desk.t("settings.right") },
        ],
        choose: (hand) => this.set({ hand }),
      }),
      h("h3", {}, desk.t("settings.theme")),
      choices(desk, {
        name: "theme",
        label: desk.t("settings.theme"),
        value: settings.theme,
        options: [
          { value: "auto", text: desk.t("settings.auto") },
          { value: "light", text: desk.t("settings.light") },
          { value: "dark", text: desk.t("settings.dark") },
        ],
        choose: (theme) => this.set({ theme }),
      }),
      h("h3", {}, desk.t("settings.text")),
      choices(desk, {
        name: "text",
        label: desk.t("settings.text"),
        value: settings.text,
        options: /** @type {Settings["text"][]} */ ([100, 115, 130, 150]).map((value) => ({
          value,
          text: `${value} %`,
        })),
        choose: (text) => this.set({ text }),
      }),
      h("h3", {}, desk.t("settings.device")),
      h(
        "ul",
        { class: "list" },
        h(
          "li",
          {},
          desk.t(
            storage.full
              ? "settings.full"
              : storage.persisted
                ? "settings.kept"
                : "settings.not_kept",
          ),
        ),
        h(
          "li",
          {},
          engineError ?? desk.t(judge === "tablet" ? "settings.engine" : "settings.no_engine"),
        ),
      ),
      table ? this.leaveTable(table.practice) : null,
    );
  }

  /** @param {boolean} practice */
  leaveTable(practice) {
    const { desk } = this;
    return h(
      "button",
      {
        type: "button",
        class: "button danger wide",
        "data-tap": "unpair",
        onclick: () => desk.leave(),
      },
      desk.t(practice ? "settings.end_practice" : "settings.unpair"),
    );
  }

  /** @param {Partial<Settings>} change */
  async set(change) {
    await this.desk.tablet.setSettings(change);
    this.desk.draw();
  }
}
