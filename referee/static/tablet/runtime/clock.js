/**
 * The hall's clock on this tablet: follows the server, runs on without it.
 *
 * @import { ClockState, GameRecord, PauseView, ServerClock } from "./types.js"
 */

/** Seconds after the end at which the question for `time` insists (issue of the end procedure). */
const INSIST_AFTER_S = 60;
/** The longest sleep of a tablet that the wall clock may tell of, in milliseconds. */
const MAX_SLEEP_MS = 6 * 3600 * 1000;

/** The times the server takes into a log, `referee/journal/times.py`: the years 2000 to 2099. */
const MIN_MOMENT = Date.UTC(2000, 0);
const MOMENT_LIMIT = Date.UTC(2100, 0);

const loadedAt = { wall: Date.now(), steady: performance.now() };

/**
 * This tablet's time, told by the steady clock wherever it can: the wall clock of a tablet may be
 * set while it plays, and the steady one may stand while it sleeps.
 */
export function localNow() {
  const [wall, steady] = [Date.now() - loadedAt.wall, performance.now() - loadedAt.steady];
  const slept = wall - steady;
  const elapsed = slept > 0 && slept < MAX_SLEEP_MS ? wall : steady;
  return elapsed + loadedAt.wall;
}

/** Milliseconds since a moment of `localNow`. @param {number} moment */
function since(moment) {
  return localNow() - moment;
}

/** Whether a wall clock may tell this moment. @param {number} moment */
export function isPossible(moment) {
  return moment >= MIN_MOMENT && moment < MOMENT_LIMIT;
}

/** The server's time as it was last heard, and on from there. @param {Pick<GameRecord, "clock" | "clockReceived">} record */
function serverNow({ clock, clockReceived }) {
  return Date.parse(clock?.as_of ?? "") + since(clockReceived);
}

/**
 * Seconds since a time that the server told, whatever this tablet's own clock says.
 * @param {GameRecord} record @param {string} time
 */
export function secondsSince(record, time) {
  return Math.max(0, Math.floor((serverNow(record) - Date.parse(time)) / 1000)) || 0;
}

/**
 * The moment to write beside an event: this tablet's, right or wrong; where its clock tells a year
 * that cannot be, the server's as it was last heard, or the nearest that can be.
 * @param {Pick<GameRecord, "clock" | "clockReceived">} record
 */
function writtenNow({ clock, clockReceived }) {
  const now = Date.now();
  if (isPossible(now)) return now;
  const serverTime = serverNow({ clock, clockReceived });
  return Math.min(
    Math.max(Number.isNaN(serverTime) ? now : serverTime, MIN_MOMENT),
    MOMENT_LIMIT - 1,
  );
}

/** The same as text. @param {Pick<GameRecord, "clock" | "clockReceived">} record */
export function timestamp(record) {
  return new Date(writtenNow(record)).toISOString();
}

/**
 * How far the hall's clock has run, in seconds, as this tablet reads it: what the server told, and
 * on from there by the steady clock. 0 where nothing was heard of it.
 * @param {Pick<GameRecord, "clock" | "clockReceived">} record
 */
export function hallElapsed({ clock, clockReceived }) {
  if (!clock) return 0;
  const ticking = clock.state === "running" ? since(clockReceived) : 0;
  return ((clock.elapsed_ms ?? clock.elapsed * 1000) + ticking) / 1000;
}

/**
 * What the table's own pauses give back: the server's word for those whose rows it has, the
 * tablet's own for those on their way.
 * @param {ServerClock} clock
 * @param {PauseView[]} pauses
 */
function givenBack({ pauses: told }, pauses) {
  const through = told?.through ?? 0;
  const waiting = pauses.filter(({ ended }) => ended > through);
  return waiting.reduce((sum, { seconds }) => sum + seconds, told?.seconds ?? 0);
}

/**
 * @param {Pick<GameRecord, "clock" | "clockReceived">} record
 * @param {{all: PauseView[], lasting: boolean, since: number | null}} paused `all` pauses of the log;
 *   `since`: how far the hall's clock had run when the one that lasts began, null where nobody knows
 * @param {boolean} mayCallTime whether `time` may still be called
 * @returns {ClockState}
 */
export function readClock(record, paused, mayCallTime) {
  const { clock } = record;
  const unknown = { known: false, state: /** @type {const} */ ("waiting"), remaining: 0, extra: 0 };
  if (!clock) return { ...unknown, prompt: "none" };
  const elapsed = paused.lasting && paused.since !== null ? paused.since : hallElapsed(record);
  const left = clock.length + clock.extra + givenBack(clock, paused.all) - elapsed;
  const remaining = Math.floor(left);
  const isUp = clock.state === "running" && !paused.lasting && remaining <= 0;
  const over = clock.state === "ended" || isUp;
  const state = over ? "over" : paused.lasting ? "paused" : clock.state;
  /** @type {ClockState["prompt"]} */
  const prompt = !over || !mayCallTime ? "none" : remaining <= -INSIST_AFTER_S ? "insist" : "time";
  return {
    known: true,
    state: /** @type {ClockState["state"]} */ (state),
    remaining,
    prompt,
    extra: clock.extra,
  };
}
