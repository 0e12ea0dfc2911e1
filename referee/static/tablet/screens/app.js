/**
 * The page: draws the screen that the table's state calls for.
 *
 * @import { TabletState } from "../runtime/types.js"
 * @import { Tablet } from "../runtime/tablet.js"
 * @import { VNode } from "./dom.js"
 */

import { AlarmSound } from "./alarm_sound.js";
import { BackButton } from "./back_button.js";
import { h, render } from "./dom.js";
import { gameScreen, sheetPanel } from "./game.js";
import { icon } from "./icons.js";
import { notices } from "./notices.js";
import { otherTableQuestion } from "./other_table.js";
import { pairingScreen } from "./pairing.js";
import { Pull } from "./pull.js";
import { resumeSheet } from "./resume.js";
import { seatsScreen } from "./seats.js";
import { TapGuard } from "./tap_guard.js";
import { topBar } from "./top_bar.js";
import { tutorialStrip } from "./tutorial.js";
import { Ui } from "./ui.js";

/** The pawns shown where no game names its own. */
const PAWNS = "blue-green";

/** Draws the screen that the table's state calls for, after each change and each second. */
export class App {
  /** @param {HTMLElement} root @param {Tablet} tablet */
  constructor(root, tablet) {
    this.root = root;
    this.drawing = false;
    this.guard = new TapGuard(root);
    this.back = new BackButton(() => this.ui.sheets);
    this.pull = new Pull(() => this.ui);
    /** @private */ this.sound = new AlarmSound();
    this.ui = this.uiOf(tablet);
    /** @private @type {Ui | null} the one whose sheet was opened again */
    this.resumed = null;
  }

  /** @private @param {Tablet} tablet */
  uiOf(tablet) {
    return new Ui(tablet, () => this.draw(), this.sound);
  }

  start() {
    this.guard.start();
    this.back.start();
    this.pull.start();
    const { tablet } = this.ui;
    tablet.onChange((state) => {
      // What was half entered at one table is nothing to the next.
      if (state.table?.game !== this.ui.state.table?.game) this.ui = this.uiOf(tablet);
      this.ui.state = state;
      if (playsByTheClock(state)) {
        this.ui.alarm.watch(state.clock, state.settings.alarm === "sound");
      }
      this.resume();
      this.draw();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.ui.sheets.top) this.ui.sheets.close();
    });
  }

  /** Once a table: what was half entered before a reload is on the screen again. */
  resume() {
    const { phase, view } = this.ui.state;
    if (this.resumed === this.ui || phase !== "open" || view === null) return;
    this.resumed = this.ui;
    resumeSheet(this.ui);
  }

  draw() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      const { view, setup } = this.ui.state;
      this.root.dataset.pawns = (view ?? setup)?.pawns ?? PAWNS;
      render(this.root, [
        topBar(this.ui),
        tutorialStrip(this.ui),
        h("div", { class: "screen", key: "screen" }, screenWithNotices(this.ui)),
      ]);
      this.guard.drawn();
      this.back.drawn();
    });
  }
}

/** Until time is called: what follows has no clock. @param {TabletState} state */
function playsByTheClock({ view }) {
  return view === null || view.status === "playing";
}

/** Beside the seats the notices have a place of their own. @param {Ui} ui */
function screenWithNotices(ui) {
  if (showsSeats(ui)) return seatsScreen(ui, noticeZone(ui));
  return [noticeZone(ui), currentScreen(ui)];
}

/** @param {Ui} ui */
function showsSeats({ sheets, state: { phase, setup, linkWaits } }) {
  return phase === "open" && setup !== null && !linkWaits && !sheets.top;
}

/** What comes and goes there moves nothing. @param {Ui} ui */
function noticeZone(ui) {
  return h(
    "div",
    { class: "notices", key: "notices", "data-covers": true, "data-over": ui.state.phase },
    notices(ui),
  );
}

/** @param {Ui} ui @returns {VNode | VNode[]} */
function currentScreen(ui) {
  const { phase, view, setup, linkWaits } = ui.state;
  if (linkWaits) return otherTableQuestion(ui);
  if (phase === "open" && setup === null && view !== null) return gameScreen(ui);
  const sheet = ui.sheets.top;
  if (sheet) return h("section", { class: "panel alone", key: "sheet" }, sheetPanel(ui, sheet));
  if (phase === "elsewhere") return heldElsewhere(ui);
  if (phase === "unpaired") return pairingScreen(ui);
  return openingScreen(ui);
}

/** @param {Ui} ui */
function heldElsewhere(ui) {
  return h(
    "div",
    { class: "centre-stage" },
    icon("alert"),
    h("h2", {}, ui.t("pairing.elsewhere")),
    h("p", {}, ui.t("pairing.elsewhere_text")),
  );
}

/** @param {Ui} ui */
function openingScreen(ui) {
  return h(
    "div",
    { class: "centre-stage" },
    icon("waiting"),
    h("h2", {}, ui.t("opening.title")),
    h("p", {}, ui.t(ui.state.judge === "nobody" ? "opening.nobody" : "opening.text")),
    ui.state.engineError ? h("p", { class: "quiet" }, ui.state.engineError) : null,
  );
}
