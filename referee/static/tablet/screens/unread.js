/**
 * Notices of corrections and rulings that the table has not read: who, why, and what to move now.
 *
 * @import { Unread } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 */
import { outcome } from "../runtime/outcome.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { keepAsRead, readNotices } from "./notice.js";
import { button } from "./widgets.js";

/** All of it as one notice, which stays until somebody has understood it. @param {Ui} ui */
export function unreadNotice(ui) {
  const unread = unreadBy(ui);
  const last = unread.at(-1);
  if (!last) return null;
  const understood = button(
    ui,
    { name: "understood", class: "button primary", tap: () => understand(ui, last) },
    ui.t("unread.understood"),
  );
  return h(
    "div",
    { class: "notice page-notice unread-notice", key: "unread" },
    icon("judge"),
    h(
      "div",
      { class: "notice-text", role: "status" },
      unread.map((each) => h("div", { class: "unread", key: each.n }, lines(ui, each))),
    ),
    understood,
  );
}

/** @param {Ui} ui */
function unreadBy(ui) {
  const { view } = ui.state;
  if (view === null || ui.tablet.forChief) return [];
  const read = readNotices(ui);
  return view.unread.filter((each) => !read.has(idOf(each)));
}

/** @param {Unread} unread */
function idOf({ n }) {
  return `unread-${n}`;
}

/** @param {Ui} ui @param {Unread} unread */
function lines(ui, { chief, by, text, moves }) {
  const author = by ? ui.t("unread.by", { name: by }) : ui.t("unread.chief");
  return [
    chief ? h("p", {}, h("b", {}, `${author}: ${text}`)) : null,
    moves.length > 0 ? movesToMake(ui, moves) : null,
  ];
}

/** What to hand over, turn and put. @param {Ui} ui @param {string[]} moves @param {"unread.move" | "line.move"} head */
export function movesToMake(ui, moves, head = "unread.move") {
  return h(
    "div",
    { key: "moves" },
    h("p", {}, ui.t(head)),
    h(
      "ul",
      { class: "unread-moves" },
      moves.map((move) => h("li", {}, move)),
    ),
  );
}

/** That it was read goes into the log, for the chief to see; a tablet that cannot write keeps it to itself. @param {Ui} ui @param {Unread} last */
async function understand(ui, last) {
  const read = unreadBy(ui).filter(({ n }) => n <= last.n);
  const writes = ["held", "practice"].includes(ui.state.sync.lease) && !ui.finalised;
  const { recorded, judged } = writes ? await ui.tablet.understand(last.n) : outcome();
  // What nobody has judged changes no screen yet.
  if (!recorded || !judged) keepAsRead(ui, read.map(idOf));
}
