import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button } from "./parts.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { VNode } from "./dom.js"
 */

/**
 * What the person must know before anything else, each with what to do about it.
 *
 * @param {Desk} desk
 * @returns {VNode[]}
 */
export function notices(desk) {
  return [problem(desk), lease(desk), storage(desk), setAside(desk), paused(desk), update(desk)];
}

/**
 * @param {string} key
 * @param {boolean} bad
 * @param {VNode[]} text
 * @param {VNode} [action]
 */
function notice(key, bad, text, action) {
  return h(
    "div",
    { class: `notice page-notice ${bad ? "bad" : ""}`, role: bad ? "alert" : "status", key },
    icon(bad ? "alert" : "clock"),
    h("div", { class: "notice-text" }, text),
    action,
  );
}

/** @param {Desk} desk */
function problem(desk) {
  const told = desk.state.problem;
  if (told === null) return null;
  const dismiss = button(desk, {
    name: "dismiss",
    class: "bar-button",
    icon: "close",
    label: desk.t("close"),
    tap: () => desk.tablet.dismiss(),
  });
  return notice("problem", true, [h("b", {}, told.title), h("p", {}, told.detail)], dismiss);
}

/** @param {Desk} desk */
function lease(desk) {
  const { lease: held, holder } = desk.state.sync;
  if (desk.state.table === null) return null;
  if (held === "revoked") return notice("revoked", true, [desk.t("lease.revoked")]);
  if (held !== "other") return null;
  const take = button(
    desk,
    { name: "take-over", tap: () => desk.tablet.takeOver() },
    desk.t("lease.take_over"),
  );
  return notice(
    "other",
    true,
    [desk.t("lease.other", { name: holder ?? desk.t("lease.unknown") })],
    take,
  );
}

/** @param {Desk} desk */
function storage(desk) {
  return desk.state.storage.full ? notice("full", true, [desk.t("settings.full")]) : null;
}

/** @param {Desk} desk */
function setAside(desk) {
  const open = desk.state.setAside.filter((each) => each.state === "open");
  if (open.length === 0) return null;
  return notice("aside", true, [desk.t("aside", { n: open.length })]);
}

/** @param {Desk} desk */
function paused(desk) {
  const since = desk.state.view?.pausedSince ?? null;
  if (since === null) return null;
  const time = desk.speech.times.format(new Date(since));
  const resume = button(
    desk,
    { name: "resume", tap: () => desk.tablet.resume() },
    desk.t("resume"),
  );
  return notice("paused", false, [desk.t("pause.since", { time })], resume);
}

/** @param {Desk} desk */
function update(desk) {
  const { update: state } = desk.state;
  if (state === "none") return null;
  const apply =
    state === "ready"
      ? button(
          desk,
          { name: "update", tap: () => desk.tablet.applyUpdate() },
          desk.t("update.apply"),
        )
      : null;
  return notice(
    "update",
    false,
    [desk.t(state === "ready" ? "update.ready" : "update.required")],
    apply,
  );
}
