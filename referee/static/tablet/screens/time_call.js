/**
 * The question for time, once the hall's clock has run out.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button } from "./widgets.js";

/** How long the insistence gives way to an event that happened before time, in milliseconds. */
const GRACE_MS = 30_000;

/**
 * At time the referee is asked to record it; a minute later the panel insists.
 *
 * @param {Ui} ui
 */
export function timePrompt(ui) {
  const action = ui.legal("time")[0];
  const { prompt } = ui.state.clock;
  if (!action || prompt === "none") return null;
  const insists = prompt === "insist" && Date.now() - ui.local.time.momentsFrom > GRACE_MS;
  return h(
    "div",
    {
      class: `time-prompt ${insists ? "insists" : ""}`,
      // That time is over was announced by the clock's alarm.
      role: insists ? "alertdialog" : "group",
      key: "time",
      "aria-label": ui.t("time.over"),
    },
    icon("clock"),
    h(
      "div",
      { class: "notice-text" },
      h("b", {}, ui.t("time.over")),
      insists ? h("p", {}, ui.t("time.insist")) : null,
    ),
    button(
      ui,
      { name: "call-time", class: "button primary", tap: () => ui.record(action.event) },
      action.text,
    ),
    insists
      ? button(
          ui,
          {
            name: "time-first",
            tap: () => {
              ui.local.time.momentsFrom = Date.now();
              ui.draw();
            },
          },
          ui.t("time.first"),
        )
      : null,
  );
}
