/**
 * What the person must know before anything else, above every screen.
 *
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 */
import { h } from "./dom.js";
import { nextGameNotice } from "./next_game.js";
import { notice, readable } from "./notice.js";
import { hasOtherResult } from "./outcome.js";
import { timeNotice } from "./time_call.js";
import { unreadNotice } from "./unread.js";
import { updateButton } from "./update_button.js";
import { button } from "./widgets.js";

/**
 * What the person must know before anything else, each with what to do about it.
 *
 * @param {Ui} ui
 * @returns {VNode[]}
 */
export function notices(ui) {
  return [
    timeNotice(ui),
    problemNotice(ui),
    leaseNotice(ui),
    storageNotice(ui),
    unreadNotice(ui),
    ...announcementNotices(ui),
    setAsideNotice(ui),
    otherResultNotice(ui),
    ...decisionNotices(ui),
    nextGameNotice(ui),
    updateNotice(ui),
  ];
}

/** What a problem tells that the notice of the lease tells with a way on. @type {Record<string, string>} */
const TOLD_BY_LEASE = { "device-revoked": "revoked", lease: "other" };

/** @param {Ui} ui */
function problemNotice(ui) {
  const shown = ui.state.problem;
  const { lease: held } = ui.state.sync;
  if (shown === null || TOLD_BY_LEASE[shown.code] === held) return null;
  // It has taken over since.
  if (shown.code === "not-writer" && held === "held") return null;
  const dismiss = button(ui, {
    name: "dismiss",
    class: "bar-button",
    icon: "close",
    label: ui.t("close"),
    tap: () => ui.tablet.dismiss(),
  });
  return notice("problem", true, [h("b", {}, shown.title), h("p", {}, shown.detail)], dismiss);
}

/** @param {Ui} ui */
function leaseNotice(ui) {
  const { lease: held, holder } = ui.state.sync;
  if (ui.state.table === null) return null;
  if (held === "revoked")
    return notice(
      "revoked",
      true,
      [ui.t("lease.revoked")],
      button(ui, { name: "leave-table", tap: () => ui.leave() }, ui.t("settings.unpair")),
    );
  if (held !== "other") return null;
  const take = button(
    ui,
    { name: "take-over", tap: () => ui.tablet.takeOver() },
    ui.t("lease.take_over"),
  );
  return notice(
    "other",
    true,
    [holder === null ? ui.t("lease.nobody") : ui.t("lease.other", { name: holder })],
    take,
  );
}

/** @param {Ui} ui */
function storageNotice(ui) {
  return ui.state.storage.full ? notice("full", true, [ui.t("settings.full")]) : null;
}

/** What the organisers announced, until somebody here has read it. @param {Ui} ui */
function announcementNotices(ui) {
  return ui.state.announcements.map(({ id, text }) =>
    readable(ui, `announcement-${id}`, { text: ui.t("announcement", { text }), sign: "bell" }),
  );
}

/** What waits for the chief: what comes later is another notice. @param {Ui} ui */
function setAsideNotice(ui) {
  const { setAsideCount: n } = ui.state.sync;
  if (n === 0) return null;
  return readable(ui, `aside-${lastSetAside(ui)}`, { bad: true, text: ui.t("aside", { n }) });
}

/** Which entry the chief got last: one who read of it has not read of the next. @param {Ui} ui */
function lastSetAside(ui) {
  const last = ui.state.setAside.findLast((each) => each.state === "open");
  return last && ("id" in last ? last.id : last.at);
}

/**
 * Somebody else brought a result of this table, too; another may come after a choice. Before the
 * start it stays: whoever sits down next has to read it.
 * @param {Ui} ui
 */
function otherResultNotice(ui) {
  if (!hasOtherResult(ui)) return null;
  if (ui.state.setup !== null)
    return notice("result", true, [ui.t("result.before_start")], undefined, "judge");
  const id = `result-${ui.state.confirmation?.choice?.at ?? "first"}`;
  return readable(ui, id, { text: ui.t("result.other"), sign: "judge" });
}

/** Which result the chief referee chose, and why. @param {Ui} ui */
function choice(ui) {
  const chosen = ui.state.confirmation?.choice;
  if (!chosen) return [];
  const key = chosen.source === "log" ? "result.ours" : "result.theirs";
  return [{ id: `choice-${chosen.at}`, text: ui.t(key, { text: chosen.reason }) }];
}

/** What the chief referee has answered, until somebody here has read it. @param {Ui} ui */
function decisionNotices(ui) {
  const { calls, setAside: aside } = ui.state;
  const answers = [
    ...calls.map(({ id, resolution }) => ({ id, answer: resolution })),
    ...aside.flatMap((each) => ("id" in each ? [{ id: each.id, answer: each.decision }] : [])),
  ];
  const decided = [
    ...answers.map(({ id, answer }) => ({
      id,
      text: answer && ui.t("judge.decided", { text: answer }),
    })),
    ...choice(ui),
  ];
  return decided.map(({ id, text }) => (text ? readable(ui, id, { text, sign: "judge" }) : null));
}

/** A newer app: one that waits may wait until the game is over. @param {Ui} ui */
function updateNotice(ui) {
  const { update: state } = ui.state;
  if (state === "none") return null;
  if (state === "required") return notice("update", false, [ui.t("update.required")]);
  return readable(ui, "update", {
    text: ui.t("update.ready"),
    action: updateButton(ui),
    sign: "clock",
  });
}
