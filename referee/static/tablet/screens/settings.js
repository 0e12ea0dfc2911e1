/**
 * The sheet of what belongs to this device and the hand that holds it.
 *
 * @import { Settings } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { leaveTable } from "./leave_table.js";
import { nextGameButton } from "./next_game.js";
import { refereeField } from "./referee.js";
import { updateButton } from "./update_button.js";
import { button, choices } from "./widgets.js";

/** Every language under its own name, so that anybody finds theirs. */
const LANGUAGES = /** @type {const} */ ([
  ["en", "English"],
  ["fr", "Français"],
  ["ru", "Русский"],
]);

/** What belongs to this device and the hand that holds it. */
export class SettingsSheet {
  /** @param {Ui} ui */
  constructor(ui) {
    this.ui = ui;
    this.name = "settings";
  }

  title() {
    return this.ui.t("settings");
  }

  body() {
    const { ui } = this;
    const { settings, storage, table, judge, engineError, offlineReady } = ui.state;
    return h(
      "div",
      { class: "stack settings" },
      h("h3", {}, ui.t("settings.language")),
      choices(ui, {
        name: "language",
        label: ui.t("settings.language"),
        value: settings.language,
        options: LANGUAGES.map(([value, text]) => ({
          value,
          text: h("span", { lang: value }, text),
        })),
        choose: (language) => this.set({ language }),
      }),
      refereeField(ui),
      h("h3", {}, ui.t("settings.hand")),
      choices(ui, {
        name: "hand",
        label: ui.t("settings.hand"),
        value: settings.hand,
        options: [
          { value: "left", text: ui.t("settings.left") },
          { value: "right", text: ui.t("settings.right") },
        ],
        choose: (hand) => this.set({ hand }),
      }),
      h("h3", {}, ui.t("settings.theme")),
      choices(ui, {
        name: "theme",
        label: ui.t("settings.theme"),
        value: settings.theme,
        options: [
          { value: "auto", text: ui.t("settings.auto") },
          { value: "light", text: ui.t("settings.light") },
          { value: "dark", text: ui.t("settings.dark") },
        ],
        choose: (theme) => this.set({ theme }),
      }),
      h("h3", {}, ui.t("settings.text")),
      choices(ui, {
        name: "text",
        label: ui.t("settings.text"),
        value: settings.text,
        options: /** @type {Settings["text"][]} */ ([100, 115, 130, 150]).map((value) => ({
          value,
          text: `${value} %`,
        })),
        choose: (text) => this.set({ text }),
      }),
      h("h3", {}, ui.t("settings.alarm")),
      choices(ui, {
        name: "alarm",
        label: ui.t("settings.alarm"),
        value: settings.alarm,
        options: [
          { value: "sound", text: ui.t("settings.sound") },
          { value: "silent", text: ui.t("settings.silent") },
        ],
        choose: (alarm) => {
          if (alarm === "sound") ui.alarm.tryOut();
          return this.set({ alarm });
        },
      }),
      h("h3", {}, ui.t("settings.device")),
      h(
        "ul",
        { class: "list" },
        h(
          "li",
          {},
          ui.t(
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
          engineError ?? ui.t(judge === "tablet" ? "settings.engine" : "settings.no_engine"),
        ),
        h("li", {}, ui.t(offlineReady ? "settings.offline" : "settings.not_offline")),
      ),
      this.whatWaits(),
      table ? this.leaveTable(table.practice) : null,
    );
  }

  /** What a notice offered that was closed since. */
  whatWaits() {
    const { ui } = this;
    return h(
      "div",
      { class: "actions", key: "waits" },
      ui.state.update === "ready" ? [h("p", {}, ui.t("update.ready")), updateButton(ui)] : null,
      nextGameButton(ui),
    );
  }

  /** @param {boolean} practice */
  leaveTable(practice) {
    const { ui } = this;
    const props = { name: "unpair", class: "button danger wide", tap: () => leaveTable(ui) };
    return button(ui, props, ui.t(practice ? "settings.end_practice" : "settings.unpair"));
  }

  /** @param {Partial<Settings>} change */
  async set(change) {
    await this.ui.tablet.setSettings(change);
    this.ui.draw();
  }
}
