import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button } from "./parts.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { VNode } from "./dom.js"
 * @import { IconName } from "./icons.js"
 */

/**
 * What the person must know before anything else, each with what to do about it.
 *
 * @param {Desk} desk
 * @returns {VNode[]}
 */
export function notices(desk) {
  return [
    problem(desk),
    lease(desk),
    storage(desk),
    setAside(desk),
    otherResult(desk),
    ...decisions(desk),
    paused(desk),
    update(desk),
  ];
}

/**
 * @param {string} key
 * @param {boolean} bad
 * @param {VNode[]} text
 * @param {VNode} [action]
 * @param {IconName} [sign]
 */
function notice(key, bad, text, action, sign = bad ? "alert" : "clock") {
  return h(
    "div",
    { class: `notice page-notice ${bad ? "bad" : ""}`, role: bad ? "alert" : "status", key },
    icon(sign),
    h("div", { class: "notice-text" }, text),
    action,
  );
}

/** What a problem tells that the notice of the lease tells with a way on. @type {Record<string, string>} */
const TOLD_BY_LEASE = { "device-revoked": "revoked", lease: "other" };

/** @param {Desk} desk */
function problem(desk) {
  const told = desk.state.problem;
  if (told === null || TOLD_BY_LEASE[told.code] === desk.state.sync.lease) return null;
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
  if (held === "revoked")
    return notice(
      "revoked",
      true,
      [desk.t("lease.revoked")],
      button(desk, { name: "leave-table", tap: () => desk.leave() }, desk.t("settings.unpair")),
    );
  if (held !== "other") return null;
  const take = button(
    desk,
    { name: "take-over", tap: () => desk.tablet.takeOver() },
    desk.t("lease.take_over"),
  );
  return notice(
    "other",
    true,
    [holder === null ? desk.t("lease.nobody") : desk.t("lease.other", { name: holder })],
    take,
  );
}

/** @param {Desk} desk */
function storage(desk) {
  return desk.state.storage.full ? notice("full", true, [desk.t("settings.full")]) : null;
}

/** @param {Desk} desk */
function setAside(desk) {
  const { quarantined: n } = desk.state.sync;
  return n > 0 ? notice("aside", true, [desk.t("aside", { n })]) : null;
}

/** Somebody else brought a result of this table, too. @param {Desk} desk */
function otherResult(desk) {
  const waits = desk.state.confirmation?.blocked_by.includes("result");
  return waits ? notice("result", false, [desk.t("result.other")], undefined, "judge") : null;
}

/** Which result the chief referee chose, and why. @param {Desk} desk */
function choice(desk) {
  const made = desk.state.confirmation?.choice;
  if (!made) return [];
  const key = made.source === "log" ? "result.ours" : "result.theirs";
  return [{ id: `choice-${made.at}`, told: desk.t(key, { text: made.reason }) }];
}

/** What the chief referee has answered, until somebody here has read it. @param {Desk} desk */
function decisions(desk) {
  const { calls, setAside: aside } = desk.state;
  const answered = [
    ...calls.map(({ id, resolution }) => ({ id, text: resolution })),
    ...aside.flatMap((each) => ("id" in each ? [{ id: each.id, text: each.decision }] : [])),
  ];
  const given = [
    ...answered.map(({ id, text }) => ({ id, told: text && desk.t("judge.decided", { text }) })),
    ...choice(desk),
  ];
  return given.map(({ id, told: text }) => {
    if (!text || desk.read.has(id)) return null;
    const read = button(desk, {
      name: `read-${id}`,
      class: "bar-button",
      icon: "close",
      label: desk.t("close"),
      tap: () => {
        desk.read.add(id);
        desk.draw();
      },
    });
    return notice(`decided-${id}`, false, [text], read, "judge");
  });
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
