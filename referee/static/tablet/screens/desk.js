import { speechFor } from "./i18n.js";

/**
 * @import { BoardEvent, LegalAction, Outcome, PlayerView, Problem, Refusal, SquareView, TabletState } from "../runtime/types.js"
 * @import { Tablet } from "../runtime/tablet.js"
 * @import { VNode } from "./dom.js"
 * @import { Key, Params } from "./i18n.js"
 *
 * @typedef {{name: string, title: () => VNode | VNode[], body: () => VNode | VNode[]}} Sheet
 *   What lies over the panel until it is closed.
 */

/** The same button tapped again within this many milliseconds is one tap. */
const DOUBLE_TAP = 300;

/** Entries of the ledger that change nothing on the board, or cannot be taken back. */
const OFF_BOARD = [
  "start",
  "undo",
  "pause",
  "resume",
  "note",
  "confirm",
  "dispute",
  "ruling",
  "settle",
];

/** Whether the card is drawn by a throw alone. @param {LegalAction} card */
export function byDice({ needs }) {
  return needs.includes("dice") && !needs.includes("effect") && !needs.includes("card");
}

/** What every screen works with: the table's state, this device's words, and the ways to act. */
export class Desk {
  /**
   * @param {Tablet} tablet
   * @param {() => void} draw redraws the page soon
   */
  constructor(tablet, draw) {
    this.tablet = tablet;
    this.draw = draw;
    /** The state as last told: the runtime makes a new one at each look. @type {TabletState} */
    this.state = tablet.state;
    /** @type {Sheet[]} */
    this.sheets = [];
    /** @type {Refusal[]} */
    this.refusals = [];
    /** @type {BoardEvent | null} the event taken back last, until something else is recorded */
    this.takenBack = null;
    /** @type {(number | null)[]} the dice tapped so far */
    this.dice = [null, null];
    /** @type {(number | null)[]} the dice tapped while something is recorded: for what follows it */
    this.early = [null, null];
    /** Whether both dice stood there before the position did: they wait for a button. */
    this.held = false;
    /** Whether a die that was tapped early has no throw it can belong to. */
    this.unused = false;
    /** How many entries are being recorded. */
    this.recording = 0;
    /** @private @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    /** The offer that was declined, as the number of ledger entries then. */
    this.declined = -1;
    /** @type {{name: string, at: number}} */
    this.lastTap = { name: "", at: 0 };
    /** @type {Element | null} */
    this.opener = null;
    /** Who and what is written down while nobody can judge. @type {string | null} */
    this.writer = null;
    this.kind = "roll";
    /** @type {number | null} */
    this.deed = null;
    /** @type {string[]} */
    this.noted = [];
    /** The square that a walk round the board has come to. @type {number | null} */
    this.marked = null;
    /** The first of two who trade roles. @type {string | null} */
    this.swapping = null;
    /** The code as it is typed; it stays to be corrected when it was refused. */
    this.pairingCode = "";
    /** Why the code typed last was refused. @type {Problem | null} */
    this.pairingProblem = null;
    /** How the roles of a practice table come about. @type {"drawn" | "thrown"} */
    this.practiceRoles = "drawn";
    /** When the referee last asked for a moment before time, in ms since 1970. */
    this.graceFrom = 0;
    /** Whose adjustment is on the screen. @type {string | null} */
    this.adjuster = null;
    /** The throws of utilities for the circuit, by square. @type {Map<number, [number, number]>} */
    this.circuitDice = new Map();
    /** How many stops of the circuit have been paid out. */
    this.walked = 0;
    /** Who agrees with the result on this tablet. @type {Set<string>} */
    this.agreed = new Set();
    /** The chief's answers that were read here, by call or entry. @type {Set<string>} */
    this.read = new Set();
    /** @type {Map<string, unknown>} answers of the engine about the view they were asked of */
    this.answers = new Map();
    /** The position the answers are about. */
    this.asked = "";
  }

  /** The game as drawn; screens of a game are only shown when there is one. */
  get view() {
    const { view } = this.state;
    if (view === null) throw new Error("no game to draw");
    return view;
  }

  get speech() {
    return speechFor(this.state.settings.language);
  }

  /**
   * @param {Key} key
   * @param {Params} [params]
   */
  t(key, params) {
    return this.speech.t(key, params);
  }

  /**
   * @param {Key} key
   * @param {Record<string, VNode>} params
   */
  tx(key, params) {
    return this.speech.tx(key, params);
  }

  /** @param {number} amount */
  money(amount) {
    return this.speech.money(amount, this.state.view?.currency ?? "$");
  }

  /** @param {number} amount */
  change(amount) {
    return this.speech.change(amount, this.state.view?.currency ?? "$");
  }

  /** Whether the result has been handed in: nothing changes any more. */
  get finalised() {
    return this.state.table?.finalised ?? false;
  }

  /**
   * @param {string} id
   * @returns {PlayerView}
   */
  player(id) {
    const player = this.view.players.find((each) => each.id === id);
    if (!player) throw new Error(`no player ${id}`);
    return player;
  }

  /**
   * @param {number} number 0 to 39
   * @returns {SquareView}
   */
  square(number) {
    const square = this.view.squares[number];
    if (!square) throw new Error(`no square ${number}`);
    return square;
  }

  /** @param {number} number 0 to 39 */
  placeName(number) {
    return this.square(number).name;
  }

  /**
   * @param {...string} types
   * @returns {LegalAction[]}
   */
  legal(...types) {
    return this.view.legal.filter((each) => types.includes(each.type));
  }

  /**
   * The utilities whose owners throw for the circuit or for the richest.
   *
   * @param {LegalAction} action
   * @returns {number[]}
   */
  utilities(action) {
    return action.utilities ?? [];
  }

  /**
   * The printed cards of one role.
   *
   * @param {"C" | "M"} letter
   * @returns {{card: string, effect: string, text: string}[]}
   */
  deck(letter) {
    return this.view.deck.filter((each) => each.card.startsWith(letter));
  }

  /** @param {Sheet} sheet */
  open(sheet) {
    if (this.sheets.length === 0) this.opener = document.activeElement;
    this.refusals = [];
    this.unused = false;
    this.sheets = [...this.sheets, sheet];
    this.draw();
  }

  /** Opens a sheet in the place of those that are open. @param {Sheet} sheet */
  openOnly(sheet) {
    this.sheets = [];
    this.open(sheet);
  }

  /** Closes the sheet on top and gives the focus back. */
  close() {
    this.sheets = this.sheets.slice(0, -1);
    this.refusals = [];
    this.draw();
    if (this.sheets.length === 0 && this.opener instanceof HTMLElement) this.opener.focus();
  }

  closeAll() {
    this.sheets = [];
    this.refusals = [];
    this.draw();
  }

  /**
   * Whether this tap is a new one, not the bounce of the last on the same button.
   *
   * @param {string} name
   */
  tapped(name) {
    const at = performance.now();
    const bounce = this.lastTap.name === name && at - this.lastTap.at < DOUBLE_TAP;
    if (!bounce) this.lastTap = { name, at };
    return !bounce;
  }

  /**
   * An answer of the engine about the game as it stands: null until it is there, asked once.
   *
   * @template T
   * @param {string} key
   * @param {() => Promise<T>} question
   * @returns {T | null}
   */
  ask(key, question) {
    const { table, settings, view } = this.state;
    const position = `${table?.game} ${view?.ledger.length} ${view?.status} ${settings.language}`;
    if (this.asked !== position) {
      this.asked = position;
      this.answers = new Map();
    }
    const { answers } = this;
    if (!answers.has(key)) {
      answers.set(key, null);
      void question().then((answer) => {
        answers.set(key, answer);
        this.draw();
      });
    }
    return /** @type {T | null} */ (answers.get(key));
  }

  /**
   * Records an event and shows what the engine says to it.
   *
   * @param {BoardEvent} event
   * @returns {Promise<Outcome>}
   */
  async record(event) {
    const outcome = await this.inTurn(() => this.tablet.record(event));
    this.refusals = outcome.refusals;
    if (outcome.recorded) this.settle();
    this.takeEarly(outcome.recorded && outcome.judged && this.awaitedThrow() !== null);
    this.draw();
    return outcome;
  }

  /**
   * One entry after the other: dice tapped meanwhile wait for the position it leads to.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  inTurn(work) {
    this.recording += 1;
    const done = this.turn.then(work).finally(() => {
      this.recording -= 1;
    });
    this.turn = done.catch(() => undefined);
    return done;
  }

  /**
   * The dice tapped early become the next throw's. Both of them are shown before they count, for
   * whoever tapped them had not seen whose throw it is.
   *
   * @param {boolean} fits whether a throw comes next
   */
  takeEarly(fits) {
    const { early } = this;
    if (this.recording > 0 || early.every((die) => die === null)) return;
    this.early = [null, null];
    this.unused = !fits;
    if (!fits) return;
    this.dice = early;
    this.held = early.every((die) => die !== null);
  }

  /** The throw of two dice that is entered next; null where something else comes first. */
  awaitedThrow() {
    const kind = this.view.open?.kind ?? "";
    const card = this.legal("card")[0];
    const picked = card !== undefined && !byDice(card);
    if (["income_tax", "foundation"].includes(kind) || picked) return null;
    const throws = this.legal("utility_roll", "roll", "card");
    return throws.find((each) => each.needs.includes("dice")) ?? null;
  }

  /** What was half entered belongs to the moment before: a recorded event ends it. */
  settle() {
    this.dice = [null, null];
    this.held = false;
    this.unused = false;
    this.takenBack = null;
    this.declined = -1;
    this.walked = 0;
    this.agreed.clear();
  }

  /** Takes back the last event in one tap and keeps it at hand, to be entered again or changed. */
  async undo() {
    const { last, outcome } = await this.inTurn(async () => ({
      last: this.lastEntry(),
      outcome: await this.tablet.undo(this.t("undo.reason")),
    }));
    this.refusals = outcome.refusals;
    if (outcome.recorded) {
      this.settle();
      this.takenBack = last?.event ?? null;
      const dice = this.takenBack?.dice;
      if (Array.isArray(dice)) this.dice = dice;
    }
    this.takeEarly(false);
    this.draw();
  }

  /** Gives the table up: the tablet can be paired with another. */
  async leave() {
    await (this.state.table?.practice ? this.tablet.endPractice() : this.tablet.unpair());
    this.closeAll();
  }

  /** The ledger's entry that an undo would take back. */
  lastEntry() {
    return this.state.view?.ledger.findLast(
      (each) => !each.undone && !OFF_BOARD.includes(each.type),
    );
  }
}
