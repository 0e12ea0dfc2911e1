/**
 * The chief referee's page of a correction: the sheets of the tablet over the server's bridge. What a
 * sheet would record is handed to the page that shows what it changes in the standings.
 *
 * @import { BoardEvent, Outcome, TabletState, View } from "../runtime/types.js"
 * @import { Tablet } from "../runtime/tablet.js"
 * @import { Sheet } from "./sheets.js"
 * @import { Language } from "./i18n.js"
 */
import { outcome } from "../runtime/outcome.js";
import { TableActions } from "../runtime/table_actions.js";
import { h, render } from "./dom.js";
import { loadFonts } from "./fonts.js";
import { gameScreen } from "./game.js";
import { LineSheet } from "./line_sheet.js";
import { notice } from "./notice.js";
import { Sheets } from "./sheets.js";
import { TapGuard } from "./tap_guard.js";
import { Ui } from "./ui.js";
import { button } from "./widgets.js";

/** The game as the server has it; whoever asks is the chief. */
class ServerTable extends TableActions {
  /**
   * @param {string} address @param {HTMLFormElement} form takes a correction on
   * @param {() => void} silenceChanged the server does not answer, or is asked again
   */
  constructor(address, form, silenceChanged) {
    super();
    this.address = address;
    this.form = form;
    this.silenceChanged = silenceChanged;
    /** @type {View | null} */
    this.view = null;
    /** What the server said instead of an answer, "" where it is silent. */
    this.detail = "";
    /** @private @type {(() => void)[]} questions without an answer, to be asked again */
    this.unanswered = [];
  }

  /** @override */
  get forChief() {
    return true;
  }

  /** Whether a question waits for a server that does not answer. */
  get silent() {
    return this.unanswered.length > 0;
  }

  /** Ask what was not answered again. */
  askAgain() {
    const waiting = this.unanswered;
    this.unanswered = [];
    for (const ask of waiting) ask();
    this.silenceChanged();
  }

  /**
   * What was entered stays while the server is silent: a question waits until it is asked again.
   * @param {string} method of the bridge @param {object} [question]
   * @returns {Promise<any>} null for a question that the server does not take
   */
  async ask(method, question = {}) {
    for (;;) {
      const reply = await this.post({ method, question });
      if (reply) return reply.answer;
      await new Promise((resolve) => {
        this.unanswered.push(() => resolve(null));
        this.silenceChanged();
      });
    }
  }

  /** @private @param {object} body @returns {Promise<{answer: any} | null>} null without an answer */
  async post(body) {
    try {
      const reply = await fetch(this.address, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": field(this.form, CSRF).value,
        },
        body: JSON.stringify(body),
      });
      if (reply.status === 400) return { answer: null };
      const busy = reply.status === 429 || reply.status === 503;
      this.detail = busy ? (await reply.json()).detail : "";
      return reply.ok ? { answer: await reply.json() } : null;
    } catch {
      this.detail = "";
      return null;
    }
  }

  /** Read the game. */
  async open() {
    const answer = await this.ask("open");
    const view = answer?.view ?? null;
    const ledger = view?.ledger.map((/** @type {object} */ each) => ({
      ...each,
      sync: "confirmed",
    }));
    this.view = view && { ...view, ledger };
  }

  /** @returns {TabletState} of which the sheets read these parts */
  get state() {
    const language = /** @type {Language} */ (document.documentElement.lang);
    return /** @type {TabletState} */ (
      /** @type {unknown} */ ({
        phase: "open",
        judge: "server",
        table: { game: this.address, practice: false, finalised: false, estimate: true },
        view: this.view,
        setup: null,
        settings: { language, hand: "right", theme: "auto", text: 100 },
        clock: { known: false },
      })
    );
  }

  /** Show what the correction changes: nothing is recorded before that. @param {BoardEvent} event @returns {Promise<Outcome>} */
  async record(event) {
    const { form } = this;
    const { seq, through, replacement, without, reason } = /** @type {any} */ (event);
    form.action = addressOf(form, seq);
    field(form, "events").value = replacement
      .map((/** @type {BoardEvent} */ each) => JSON.stringify(each))
      .join("\n");
    field(form, "through").value = String(through ?? seq);
    field(form, "without").value = (without ?? []).join(",");
    field(form, "reason").value = reason;
    form.submit();
    return outcome();
  }
}

/** The sheet of the line is the page: the board opens no other. */
class OneSheet extends Sheets {
  /** @param {Sheet} _ */
  openAlone(_) {}
}

const CSRF = "csrfmiddlewaretoken";

/** Where the form takes a correction of this row. @param {HTMLFormElement} form @param {number} seq */
function addressOf(form, seq) {
  const address = new URL(form.action);
  const parts = address.pathname.split("/");
  parts[parts.length - 2] = String(seq);
  return Object.assign(address, { pathname: parts.join("/"), hash: "changes" }).href;
}

/** @param {HTMLFormElement} form @param {string} name */
function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

class CorrectionPage {
  /** @param {HTMLElement} root @param {HTMLFormElement} form */
  constructor(root, form) {
    const { ask = "", back = "", seq = "", title = "", silent = "", again = "" } = root.dataset;
    this.root = root;
    this.words = { back, title, silent, again };
    this.line = Number(seq);
    this.drawing = false;
    this.guard = new TapGuard(root);
    this.table = new ServerTable(ask, form, () => this.draw());
    this.ui = new Ui(/** @type {Tablet} */ (/** @type {unknown} */ (this.table)), () =>
      this.draw(),
    );
    this.ui.sheets = new OneSheet({
      opened: () => this.ui.showRefusals([]),
      closed: () => this.ui.showRefusals([]),
      changed: () => {},
    });
  }

  async start() {
    this.guard.start();
    await this.table.open();
    this.ui.state = this.table.state;
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && this.ui.sheets.top) this.ui.sheets.close();
    });
    if (this.table.view) this.ui.sheets.open(new LineSheet(this.ui, this.line));
    this.draw();
  }

  draw() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      const { root, table, ui } = this;
      if (table.view && !ui.sheets.top) location.assign(this.words.back);
      else render(root, [this.head(), this.screen()]);
      root.dataset.pawns = table.view?.pawns ?? "blue-green";
      this.guard.drawn();
    });
  }

  head() {
    return h(
      "header",
      { class: "top-bar", key: "top" },
      h("h1", {}, this.words.title),
      h("span", { class: "stretch" }),
    );
  }

  screen() {
    const { view, silent } = this.table;
    return h("div", { class: "screen", key: "screen" }, [
      h(
        "div",
        { class: "notices", key: "notices", "data-covers": true, "data-over": "open" },
        silent ? this.silence() : null,
      ),
      view ? gameScreen(this.ui) : null,
    ]);
  }

  /** The server does not answer: what is entered stays, and the question can be asked again. */
  silence() {
    const { silent, again } = this.words;
    const { ui, table } = this;
    const retry = button(ui, { name: "ask-again", tap: () => table.askAgain() }, again);
    return notice("silence", true, [table.detail || silent], retry);
  }
}

const root = document.getElementById("tablet");
const form = document.getElementById("correction");
if (root && form instanceof HTMLFormElement) {
  await loadFonts();
  await new CorrectionPage(root, form).start();
}
