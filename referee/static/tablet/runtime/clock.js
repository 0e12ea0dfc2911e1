/**
 * The hall's clock on this tablet: follows the server, runs on without it.
 *
 * @import { ClockState, GameRecord, Row, Entry } from "./types.js"
 */

/** Seconds after the end at which the question for `time` insists (issue of the end procedure). */
const INSIST_AFTER = 60;
/** The longest sleep of a tablet that the wall clock may tell of, in milliseconds. */
const LONGEST_SLEEP = 6 * 3600 * 1000;

const loadedAt = { wall: Date.now(), steady: performance.now() };

/**
 * Milliseconds since a wall-clock moment, told by the steady clock wherever it can: the wall clock
 * of a tablet may be set while it plays, and the steady one may stand while it sleeps.
 * @param {number} moment
 */
export function since(moment) {
  const [wall, steady] = [Date.now() - loadedAt.wall, performance.now() - loadedAt.steady];
  const slept = wall - steady;
  const elapsed = slept > 0 && slept < LONGEST_SLEEP ? wall : steady;
  return elapsed + loadedAt.wall - moment;
}

/**
 * The table's own pauses, taken off the hall's time.
 * @param {{event: {type: string}, at: string | null}[]} log in order
 * @returns {{seconds: number, since: number | null}} `since`: the pause that lasts, or null
 */
export function pauses(log) {
  let [seconds, open] = [0, /** @type {number | null} */ (null)];
  for (const { event, at } of log) {
    const moment = Date.parse(at ?? "");
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
 * @param {boolean} wanted whether `time` may still be called
 * @returns {ClockState}
 */
export function readClock(record, paused, wanted) {
  const { clock, clockReceived } = record;
  const unknown = { known: false, state: /** @type {const} */ ("waiting"), remaining: 0, extra: 0 };
  if (!clock) return { ...unknown, prompt: "none" };
  const ticking = clock.state === "running" ? since(clockReceived) / 1000 : 0;
  const own = paused.seconds + (paused.since === null ? 0 : since(paused.since) / 1000);
  const left = clock.length + clock.extra + own - clock.elapsed - ticking;
  const remaining = Math.floor(left);
  const over = clock.state === "ended" || (clock.state === "running" && remaining <= 0);
  const state = over ? "over" : paused.since !== null ? "paused" : clock.state;
  /** @type {ClockState["prompt"]} */
  const prompt = !over || !wanted ? "none" : remaining <= -INSIST_AFTER ? "insist" : "time";
  return {
    known: true, state: /** @type {ClockState["state"]} */ (state), remaining, prompt,
    extra: clock.extra,
  };
}
