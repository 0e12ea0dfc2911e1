/**
 * The bar that never leaves the screen.
 *
 * @import { Ui } from "./ui.js"
 * @import { IconName } from "./icons.js"
 * @import { Key } from "./i18n.js"
 * @import { ClockState, SyncState } from "../runtime/types.js"
 */
import { alarmBanner } from "./alarm.js";
import { callWords, openCall } from "./call_state.js";
import { clockFigure } from "./clock_figure.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { JudgeSheet } from "./judge.js";
import { LedgerSheet } from "./ledger.js";
import { SettingsSheet } from "./settings.js";
import { button } from "./widgets.js";

/**
 * The bar that never leaves the screen: which table, the clock, the state of the log, a judge.
 *
 * @param {Ui} ui
 */
export function topBar(ui) {
  const { table, phase } = ui.state;
  const atTable = phase === "open" && table !== null;
  return h(
    "header",
    { class: "top-bar", key: "top" },
    h(
      "div",
      { class: "bar-start", key: "start" },
      h("h1", {}, tableName(ui)),
      atTable ? clock(ui) : null,
      atTable ? alarmBanner(ui) : null,
    ),
    atTable ? syncBadge(ui) : null,
    atTable && !table.practice ? judgeButton(ui) : null,
    ui.state.view
      ? button(
          ui,
          {
            name: "ledger",
            class: "bar-button",
            icon: "ledger",
            tap: () => ui.sheets.open(new LedgerSheet(ui)),
          },
          h("span", { class: "bar-word" }, ui.t("ledger")),
        )
      : null,
    button(ui, {
      name: "settings",
      class: "bar-button",
      icon: "settings",
      label: ui.t("settings"),
      tap: () => ui.sheets.open(new SettingsSheet(ui)),
    }),
  );
}

/** Calls the chief referee; from the call to its answer it says how far that is. @param {Ui} ui */
function judgeButton(ui) {
  const call = openCall(ui);
  return button(
    ui,
    {
      name: "judge",
      class: `bar-button ${call ? "calling" : ""}`,
      icon: "judge",
      tap: () => ui.sheets.open(new JudgeSheet(ui)),
    },
    call
      ? h("span", { class: "call-state", role: "status" }, callWords(ui, call))
      : h("span", { class: "bar-word" }, ui.t("judge")),
  );
}

/** @param {Ui} ui */
export function tableName(ui) {
  const { table } = ui.state;
  if (table === null) return ui.t("app");
  if (table.practice) return ui.t("table.practice");
  if (table.table === null) return table.event ?? ui.t("app");
  const round =
    table.round === null
      ? null
      : h("span", { class: "round" }, ` · ${ui.t("table.round", { round: String(table.round) })}`);
  return [ui.t("table.name", { table: String(table.table) }), round];
}

/**
 * The hall's clock with this table's own time; it runs on offline.
 *
 * @param {Ui} ui
 */
function clock(ui) {
  const { clock: hall } = ui.state;
  if (!hall.known) return null;
  const over = hall.remaining < 0;
  const word = stateWord(hall);
  return h(
    "p",
    {
      class: `clock ${hall.state} ${over ? "over" : hall.remaining < 300 ? "soon" : ""}`,
      role: "timer",
    },
    icon(CLOCK_ICONS[hall.state]),
    h("span", { class: "visually-hidden" }, ui.t(over ? "clock.over" : "clock.left")),
    h("time", {}, clockFigure(hall.remaining)),
    hall.extra > 0 ? h("small", {}, ui.t("clock.extra", { n: Math.round(hall.extra / 60) })) : null,
    word ? h("small", { class: "clock-state" }, ui.t(word)) : null,
  );
}

/** @type {Record<ClockState["state"], IconName>} */
const CLOCK_ICONS = { waiting: "unstarted", running: "clock", paused: "pause", over: "clock" };

/** What a clock that does not run is at; an ended one may have time left. @param {ClockState} hall @returns {Key | null} */
function stateWord({ state, remaining }) {
  if (state === "waiting") return "clock.waiting";
  if (state === "paused") return "clock.paused";
  return state === "over" && remaining > 0 ? "clock.ended" : null;
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
 * @param {Ui} ui
 */
function syncBadge(ui) {
  const { sync, judge } = ui.state;
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
          ? ui.t(leaseKey(sync.lease))
          : syncWords(ui, state, waiting),
      ),
      h("small", {}, judgeWords(ui, judge) ?? ageWords(ui, sync)),
    ),
  );
}

/** @param {string} lease @returns {Key} */
function leaseKey(lease) {
  return lease === "revoked" ? "sync.revoked" : "sync.other";
}

/** @param {Ui} ui @param {string} state @param {number} waiting */
function syncWords(ui, state, waiting) {
  if (state === "waiting") return ui.t("sync.waiting", { n: waiting });
  if (state === "needs_chief") return ui.t("sync.needs_chief");
  return ui.t(state === "confirmed" ? "sync.confirmed" : "sync.recorded");
}

/** @param {Ui} ui @param {import("../runtime/types.js").Judge} judge */
function judgeWords(ui, judge) {
  if (judge === "tablet") return null;
  return ui.t(
    judge === "server"
      ? "judge_by.server"
      : judge === "loading"
        ? "judge_by.loading"
        : "judge_by.nobody",
  );
}

/** @param {Ui} ui @param {SyncState} sync */
function ageWords(ui, { ackAge: age, lease, online, silent, resets }) {
  if (lease === "practice") return ui.t("sync.practice");
  const words =
    age === null
      ? ui.t("sync.never")
      : age < 60
        ? ui.t("sync.seconds", { n: Math.round(age) })
        : ui.t("sync.minutes", { n: Math.floor(age / 60) });
  if (silent && resets > 0) return `${ui.t("sync.reset")} · ${words}`;
  if (silent && navigator.onLine) return `${ui.t("sync.silent")} · ${words}`;
  return online ? words : `${ui.t("sync.offline")} · ${words}`;
}
