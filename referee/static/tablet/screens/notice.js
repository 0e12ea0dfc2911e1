/**
 * One notice above a screen, and one that stays until somebody has read it.
 *
 * @import { Ui } from "./ui.js"
 * @import { VNode } from "./dom.js"
 * @import { IconName } from "./icons.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { button } from "./widgets.js";

/**
 * @param {string} key
 * @param {boolean} bad
 * @param {VNode[]} text
 * @param {VNode | VNode[]} [action]
 * @param {IconName} [sign]
 */
export function notice(key, bad, text, action, sign = bad ? "alert" : "clock") {
  return h(
    "div",
    { class: `notice page-notice ${bad ? "bad" : ""}`, role: bad ? "alert" : "status", key },
    icon(sign),
    h("div", { class: "notice-text" }, text),
    action,
  );
}

/** Which notices of this table somebody here has read: they stay away, after a reload too. @param {Ui} ui */
export function readNotices(ui) {
  return new Set(/** @type {string[]} */ (ui.drafts.get("notices") ?? []));
}

/** Somebody here has read these: they stay away. @param {Ui} ui @param {string[]} ids */
export function keepAsRead(ui, ids) {
  ui.drafts.keep("notices", [...readNotices(ui), ...ids]);
  ui.draw();
}

/**
 * A notice that is there until somebody has read it.
 *
 * @param {Ui} ui
 * @param {string} id
 * @param {{text: string, bad?: boolean, action?: VNode, sign?: IconName}} props
 */
export function readable(ui, id, { text, bad = false, action, sign }) {
  if (readNotices(ui).has(id)) return null;
  const close = button(ui, {
    name: `read-${id}`,
    class: "bar-button",
    icon: "close",
    label: ui.t("close"),
    tap: () => keepAsRead(ui, [id]),
  });
  return notice(id, bad, [text], [action, close], sign);
}
