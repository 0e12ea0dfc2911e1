import { Desk } from "./desk.js";
import { h, render } from "./dom.js";
import { gameScreen, sheetPanel } from "./game.js";
import { icon } from "./icons.js";
import { notices } from "./notices.js";
import { pairingScreen } from "./pairing.js";
import { seatsScreen } from "./seats.js";
import { topBar } from "./shell.js";

/**
 * @import { Tablet } from "../runtime/tablet.js"
 * @import { VNode } from "./dom.js"
 */

/** The pawns shown where no game names its own. */
const PAWNS = "blue-green";

/** Draws the screen that the table's state calls for, after each change and each second. */
export class App {
  /** @param {HTMLElement} root @param {Tablet} tablet */
  constructor(root, tablet) {
    this.root = root;
    this.drawing = false;
    this.desk = new Desk(tablet, () => this.draw());
  }

  start() {
    const { tablet } = this.desk;
    tablet.onChange((state) => {
      // What was half entered at one table is nothing to the next.
      if (state.table?.game !== this.desk.state.table?.game)
        this.desk = new Desk(tablet, () => this.draw());
      this.desk.state = state;
      this.draw();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.desk.sheets.length > 0) this.desk.close();
    });
  }

  draw() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      const { view, setup } = this.desk.state;
      this.root.dataset.pawns = (view ?? setup)?.pawns ?? PAWNS;
      render(this.root, [
        topBar(this.desk),
        ...notices(this.desk),
        h("div", { class: "screen", key: "screen" }, screen(this.desk)),
      ]);
    });
  }
}

/** @param {Desk} desk @returns {VNode | VNode[]} */
function screen(desk) {
  const { phase, view, setup } = desk.state;
  if (phase === "open" && setup === null && view !== null) return gameScreen(desk);
  const sheet = desk.sheets.at(-1);
  if (sheet) return h("section", { class: "panel alone", key: "sheet" }, sheetPanel(desk, sheet));
  if (phase === "elsewhere") return elsewhere(desk);
  if (phase === "unpaired") return pairingScreen(desk);
  return phase === "open" && setup !== null ? seatsScreen(desk) : opening(desk);
}

/** @param {Desk} desk */
function elsewhere(desk) {
  return h(
    "div",
    { class: "centre-stage" },
    icon("alert"),
    h("h2", {}, desk.t("pairing.elsewhere")),
    h("p", {}, desk.t("pairing.elsewhere_text")),
  );
}

/** @param {Desk} desk */
function opening(desk) {
  return h(
    "div",
    { class: "centre-stage" },
    icon("waiting"),
    h("h2", {}, desk.t("opening.title")),
    h("p", {}, desk.t(desk.state.judge === "nobody" ? "opening.nobody" : "opening.text")),
    desk.state.engineError ? h("p", { class: "quiet" }, desk.state.engineError) : null,
  );
}
