import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button } from "./parts.js";

/** @import { Desk } from "./desk.js" */

/** How long the insistence gives way to an event that happened before time, in milliseconds. */
const GRACE = 30_000;

/**
 * At time the referee is asked to record it; a minute later the panel insists.
 *
 * @param {Desk} desk
 */
export function timePrompt(desk) {
  const action = desk.legal("time")[0];
  const { prompt } = desk.state.clock;
  if (!action || prompt === "none") return null;
  const insists = prompt === "insist" && Date.now() - desk.graceFrom > GRACE;
  return h(
    "div",
    {
      class: `time-prompt ${insists ? "insists" : ""}`,
      role: insists ? "alertdialog" : "status",
      key: "time",
      "aria-label": desk.t("time.over"),
    },
    icon("clock"),
    h(
      "div",
      { class: "notice-text" },
      h("b", {}, desk.t("time.over")),
      insists ? h("p", {}, desk.t("time.insist")) : null,
    ),
    button(
      desk,
      { name: "call-time", class: "button primary", tap: () => desk.record(action.event) },
      action.text,
    ),
    insists
      ? button(
          desk,
          {
            name: "time-first",
            tap: () => {
              desk.graceFrom = Date.now();
              desk.draw();
            },
          },
          desk.t("time.first"),
        )
      : null,
  );
}
