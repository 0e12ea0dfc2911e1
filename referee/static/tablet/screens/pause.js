/**
 * What stands in the place of every entry while the table pauses.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button } from "./widgets.js";

/**
 * Since when the table pauses, and the one way on.
 *
 * @param {Ui} ui
 */
export function pausedEntry(ui) {
  const since = ui.view.pausedSince;
  const time = since === null ? "" : ui.speech.times.format(new Date(since));
  return h(
    "div",
    { class: "entry paused-entry", key: "paused" },
    h("p", { class: "paused-since", role: "status" }, icon("pause"), ui.t("pause.since", { time })),
    button(
      ui,
      { name: "resume", class: "button primary wide", tap: () => ui.tablet.resume() },
      ui.t("resume"),
    ),
  );
}
