import { h } from "./dom.js";
import { icon } from "./icons.js";
import { JudgeSheet } from "./judge.js";
import { LedgerSheet } from "./ledger.js";
import { button } from "./parts.js";
import { SettingsSheet } from "./settings.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { IconName } from "./icons.js"
 * @import { Key } from "./i18n.js"
 * @import { SyncState } from "../runtime/types.js"
 */

/**
 * The bar that never leaves the screen: which table, the clock, the state of the log, a judge.
 *
 * @param {Desk} desk
 */
export function topBar(desk) {
  const { table, phase } = desk.state;
  const atTable = phase === "open" && table !== null;
  return h(
    "header",
    { class: "top-bar", key: "top" },
    h("h1", {}, tableName(desk)),
    atTable ? clock(desk) : null,
    h("span", { class: "stretch" }),
    atTable ? syncBadge(desk) : null,
    atTable && !table.practice
      ? button(
          desk,
          {
            name: "judge",
            class: "bar-button",
            icon: "judge",
            tap: () => desk.open(new JudgeSheet(desk)),
          },
          h("span", { class: "bar-word" }, desk.t("judge")),
        )
      : null,
    desk.state.view
      ? button(
          desk,
          {
            name: "ledger",
            class: "bar-button",
            icon: "ledger",
            tap: () => desk.open(new LedgerSheet(desk)),
          },
          h("span", { class: "bar-word" }, desk.t("ledger")),
        )
      : null,
    button(desk, {
      name: "settings",
      class: "bar-button",
      icon: "settings",
      label: desk.t("settings"),
      tap: () => desk.open(new SettingsSheet(desk)),
    }),
  );
}

/** @param {Desk} desk */
function tableName(desk) {
  const { table } = desk.state;
  if (table === null) return desk.t("app");
  if (table.practice) return desk.t("table.practice");
  if (table.table === null) return table.event ?? desk.t("app");
  const round =
    table.round === null
      ? null
      : h(
          "span",
          { class: "round" },
          ` · ${desk.t("table.round", { round: String(table.round) })}`,
        );
  return [desk.t("table.name", { table: String(table.table) }), round];
}

/**
 * The hall's clock with this table's own time; it runs on offline.
 *
 * @param {Desk} desk
 */
function clock(desk) {
  const { clock: hall } = desk.state;
  if (!hall.known) return null;
  const over = hall.remaining < 0;
  return h(
    "p",
    {
      class: `clock ${hall.state} ${over ? "over" : hall.remaining < 300 ? "soon" : ""}`,
      role: "timer",
    },
    icon("clock"),
    h("span", { class: "visually-hidden" }, desk.t(over ? "clock.over" : "clock.left")),
    h("time", {}, clockFigure(hall.remaining)),
    hall.extra > 0
      ? h("small", {}, desk.t("clock.extra", { n: Math.round(hall.extra / 60) }))
      : null,
    hall.state === "paused" ? h("small", {}, desk.t("clock.paused")) : null,
  );
}

/** @param {number} seconds */
export function clockFigure(seconds) {
  const whole = Math.abs(Math.trunc(seconds));
  const pad = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const figure = `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  return seconds < 0 ? `−${figure}` : figure;
}

/** @type {Record<"recorded" | "waiting" | "confirmed" | "needs_chief", IconName>} */
const SYNC_ICONS = {
  recorded: "recorded",
  waiting: "waiting",
  confirmed: "check",
  needs_chief: "alert",
};

/**
 * Whether what was entered is on the tablet, on its way, or with the server: icon and words.
 *
 * @param {Desk} desk
 */
function syncBadge(desk) {
  const { sync, judge } = desk.state;
  const { state, waiting, silent, online } = sync;
  const trouble = state === "needs_chief" || sync.lease === "revoked" || sync.lease === "other";
  return h(
    "p",
    { class: `sync ${trouble ? "needs_chief" : state} ${silent ? "silent" : ""}`, role: "status" },
    icon(trouble ? "alert" : online || sync.lease === "practice" ? SYNC_ICONS[state] : "offline"),
    h(
      "span",
      {},
      h(
        "b",
        {},
        trouble && state !== "needs_chief"
          ? desk.t(leaseKey(sync.lease))
          : syncWords(desk, state, waiting),
      ),
      h("small", {}, judgeWords(desk, judge) ?? ageWords(desk, sync)),
    ),
  );
}

/** @param {string} lease @returns {Key} */
function leaseKey(lease) {
  return lease === "revoked" ? "sync.revoked" : "sync.other";
}

/** @param {Desk} desk @param {string} state @param {number} waiting */
function syncWords(desk, state, waiting) {
  if (state === "waiting") return desk.t("sync.waiting", { n: waiting });
  if (state === "needs_chief") return desk.t("sync.needs_chief");
  return desk.t(state === "confirmed" ? "sync.confirmed" : "sync.recorded");
}

/** @param {Desk} desk @param {import("../runtime/types.js").Judge} judge */
function judgeWords(desk, judge) {
  if (judge === "tablet") return null;
  return desk.t(
    judge === "server"
      ? "judge_by.server"
      : judge === "loading"
        ? "judge_by.loading"
        : "judge_by.nobody",
  );
}

/** @param {Desk} desk @param {SyncState} sync */
function ageWords(desk, { ackAge: age, lease, online, silent, resets }) {
  if (lease === "practice") return desk.t("sync.practice");
  const words =
    age === null
      ? desk.t("sync.never")
      : age < 60
        ? desk.t("sync.seconds", { n: Math.round(age) })
        : desk.t("sync.minutes", { n: Math.floor(age / 60) });
  if (silent && resets > 0) return `${desk.t("sync.reset")} · ${words}`;
  if (silent && navigator.onLine) return `${desk.t("sync.silent")} · ${words}`;
  return online ? words : `${desk.t("sync.offline")} · ${words}`;
}
