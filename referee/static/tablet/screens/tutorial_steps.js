/**
 * The steps of the guided table: when each is done, and what to enter for who skips it. What counts is
 * the log, so that a reload or an undo leads to the right step.
 *
 * @import { BoardEvent, LedgerEntry, View } from "../runtime/types.js"
 *
 * @typedef {"throw" | "buy" | "rent" | "debt" | "raise" | "trade" | "undo" | "pause" | "resume"
 *   | "time" | "adjust" | "retain" | "circuit"} StepName
 * @typedef {{name: StepName, done: (view: View) => boolean, skip: BoardEvent[]}} Step
 */

/** @param {string} player @param {number[]} dice @returns {BoardEvent} */
function roll(player, dice) {
  return { type: "roll", player, dice };
}

const FIRST = roll("p1", [1, 2]);
const SECOND = roll("p2", [1, 2]);
const THIRD = roll("p1", [2, 3]);
const BOUGHT = 3;

/** @param {View} view @param {(entry: LedgerEntry) => boolean} test */
function some({ ledger }, test) {
  return ledger.some(test);
}

/** Whether the throw was entered and counts, and how often. @param {View} view @param {BoardEvent} thrown */
function counts({ ledger }, thrown) {
  const dice = JSON.stringify(thrown.dice);
  return ledger.some(
    ({ event, undone }) =>
      !undone &&
      event.type === "roll" &&
      event.player === thrown.player &&
      JSON.stringify(event.dice) === dice,
  );
}

/** @param {View} view @param {string} type */
function has(view, type) {
  return some(view, (entry) => entry.type === type);
}

/** @param {View} view @param {...string} statuses */
function past({ status }, ...statuses) {
  return statuses.includes(status);
}

/** The throws that count, in their order. @param {View} view */
function throwsOf({ ledger }) {
  return ledger
    .filter(({ event, undone }) => !undone && event.type === "roll")
    .map(({ event }) => JSON.stringify([event.player, event.dice]));
}

/** Up to its debt the table plays with these dice. */
const SCRIPT = [FIRST, SECOND, THIRD].map(({ player, dice }) => JSON.stringify([player, dice]));
const FREE_FROM = "pause";

const AFTER_TIME = ["closing", "adjusting", "adjusted", "retained", "finished"];

/** @type {Step[]} */
export const STEPS = [
  { name: "throw", done: (view) => counts(view, FIRST), skip: [FIRST] },
  {
    name: "buy",
    done: (view) => view.squares[BOUGHT]?.owner === "p1",
    skip: [{ type: "buy", player: "p1" }],
  },
  { name: "rent", done: (view) => counts(view, SECOND), skip: [SECOND] },
  { name: "debt", done: (view) => counts(view, THIRD), skip: [THIRD] },
  {
    name: "raise",
    done: (view) => view.dues.length === 0,
    skip: [{ type: "mortgage", player: "p1", square: BOUGHT }],
  },
  {
    name: "trade",
    done: (view) => has(view, "trade"),
    skip: [
      {
        type: "trade",
        player: "p1",
        with: "p2",
        give: { cash: 10, deeds: [] },
        take: { cash: 0, deeds: [5] },
      },
    ],
  },
  {
    name: "undo",
    done: (view) => some(view, ({ type, undone }) => type === "trade" && undone),
    skip: [{ type: "undo", reason: "tutorial" }],
  },
  {
    name: "pause",
    done: (view) => has(view, "pause"),
    skip: [{ type: "pause", reason: "tutorial" }],
  },
  { name: "resume", done: (view) => view.pausedSince === null, skip: [{ type: "resume" }] },
  { name: "time", done: (view) => past(view, ...AFTER_TIME), skip: [{ type: "time" }] },
  {
    name: "adjust",
    done: (view) => past(view, "adjusted", "retained", "finished"),
    skip: [
      { type: "adjusted", player: "p1" },
      { type: "adjusted", player: "p2" },
    ],
  },
  {
    name: "retain",
    done: (view) => past(view, "retained", "finished"),
    skip: [{ type: "retain" }],
  },
  {
    name: "circuit",
    done: (view) => past(view, "finished"),
    skip: [{ type: "circuit", dice: {} }],
  },
];

/** How many steps are done, counted from the first. @param {View} view */
export function stepsDone(view) {
  const open = STEPS.findIndex((step) => !step.done(view));
  return open < 0 ? STEPS.length : open;
}

/**
 * Whether what was entered leads away from the step that is open: its dice are others, or what it
 * asks for cannot be entered now.
 *
 * @param {View} view
 */
export function isAstray(view) {
  const at = stepsDone(view);
  const step = STEPS[at];
  if (step === undefined || view.status === "closing" || view.pausedSince !== null) return false;
  const scripted = at < STEPS.findIndex((each) => each.name === FREE_FROM);
  const thrown = throwsOf(view);
  if (scripted && thrown.some((dice, index) => dice !== SCRIPT[index])) return true;
  return !step.skip.some((event) => isOpen(view, event));
}

/** Whether the event can be entered now. @param {View} view @param {BoardEvent} event */
function isOpen({ legal, undo }, { type, player, square }) {
  if (type === "pause") return true;
  if (type === "undo") return undo !== null;
  return legal.some(
    (each) =>
      each.type === type &&
      (player === undefined || each.player === null || each.player === player) &&
      (square === undefined || each.event.square === square),
  );
}
