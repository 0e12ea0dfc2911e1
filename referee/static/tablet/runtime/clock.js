/**
 * The hall's clock on this tablet: follows the server, runs on without it.
 *
 * @import { ClockState, GameRecord, Row, Entry } from "./types.js"
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

/**
 * The moment to write beside an event: this tablet's, right or wrong; where its clock tells a year
 * that cannot be, the server's as it was last heard, or the nearest that can be.
 * @param {Pick<GameRecord, "clock" | "clockReceived">} record
 */
function writtenNow({ clock, clockReceived }) {
  const now = Date.now();
  if (isPossible(now)) return now;
  const serverTime = Date.parse(clock?.as_of ?? "") + since(clockReceived);
  return Math.min(
    Math.max(Number.isNaN(serverTime) ? now : serverTime, MIN_MOMENT),
    MOMENT_LIMIT - 1,
  );
}

/** The same as text. @param {Pick<GameRecord, "clock" | "clockReceived">} record */
export function timestamp(record) {
  return new Date(writtenNow(record)).toISOString();
}

/** Milliseconds since a moment that was written. @param {GameRecord} record @param {number} moment */
function sinceWritten(record, moment) {
  return isPossible(Date.now()) ? since(moment) : writtenNow(record) - moment;
}

/**
 * The table's own pauses, taken off the hall's time; one whose time cannot be is not counted.
 * @param {{event: {type: string}, at: string | null}[]} log in order
 * @returns {{seconds: number, since: number | null}} `since`: the pause that lasts, or null
 */
export function pauses(log) {
  let [seconds, open] = [0, /** @type {number | null} */ (null)];
  for (const { event, at } of log) {
    const moment = Date.parse(at ?? "");
    if (!isPossible(moment)) continue;
    if (event.type === "pause") open ??= moment;
    if (event.type === "resume" && open !== null) {
      seconds += Math.max(0, (moment - open) / 1000);
      open = null;
    }
  }
  return { seconds, since: open };
}

/**
 * @param {GameRecord} record
 * @param {{seconds: number, since: number | null}} paused
 * @param {boolean} mayCallTime whether `time` may still be called
 * @returns {ClockState}
 */
export function readClock(record, paused, mayCallTime) {
  const { clock, clockReceived } = record;
  const unknown = { known: false, state: /** @type {const} */ ("waiting"), remaining: 0, extra: 0 };
  if (!clock) return { ...unknown, prompt: "none" };
  const ticking = clock.state === "running" ? since(clockReceived) / 1000 : 0;
  const own =
    paused.seconds + (paused.since === null ? 0 : sinceWritten(record, paused.since) / 1000);
  const left = clock.length + clock.extra + own - clock.elapsed - ticking;
  const remaining = Math.floor(left);
  const over = clock.state === "ended" || (clock.state === "running" && remaining <= 0);
  const state = over ? "over" : paused.since !== null ? "paused" : clock.state;
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
