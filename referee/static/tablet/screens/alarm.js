/**
 * Tells when five minutes are left, one minute, and none: a banner over the table's name, which is no
 * button, a vibration, and a sound if that is wanted.
 *
 * @import { AlarmSound } from "./alarm_sound.js"
 * @import { ClockState } from "../runtime/types.js"
 * @import { Key } from "./i18n.js"
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {{left: number, key: Key}} Mark `left`: seconds */
/** @type {Mark[]} */
const MARKS = [
  { left: 300, key: "alarm.five" },
  { left: 60, key: "alarm.one" },
  { left: 0, key: "alarm.time" },
];
const SHOWN_MS = 20_000;
const VIBRATION_MS = [250, 120, 250];

export class Alarm {
  /** @param {AlarmSound | null} sound the page's, which has one */
  constructor(sound) {
    /** @private Seconds left when the clock was last looked at. @type {number | null} */
    this.left = null;
    /** @private @type {{mark: Mark, at: number} | null} */
    this.last = null;
    /** @private */ this.sound = sound;
  }

  /**
   * Look at the clock: each mark it has come past since the last look is told once, the lowest if
   * there are several.
   * @param {ClockState} clock
   * @param {boolean} audible
   */
  watch(clock, audible) {
    if (!clock.known || (clock.state !== "running" && clock.state !== "over")) return;
    const left = clock.state === "over" ? Math.min(clock.remaining, 0) : clock.remaining;
    const before = this.left ?? left;
    this.left = left;
    const mark = MARKS.findLast((each) => before > each.left && left <= each.left);
    if (!mark) return;
    this.last = { mark, at: performance.now() };
    navigator.vibrate?.(VIBRATION_MS);
    if (audible) this.sound?.ring();
  }

  /** The sound as it will be heard. */
  tryOut() {
    this.sound?.ring();
  }

  /** What was just told. @returns {Key | null} */
  get told() {
    const shown = this.last !== null && performance.now() - this.last.at < SHOWN_MS;
    return shown ? (this.last?.mark.key ?? null) : null;
  }
}

/**
 * The banner, and the same words for those who hear the page.
 *
 * @param {Ui} ui
 */
export function alarmBanner(ui) {
  const key = ui.alarm.told;
  return [
    h("p", { class: "visually-hidden", role: "status", key: "said" }, key ? ui.t(key) : ""),
    key
      ? h(
          "p",
          { class: "alarm", "aria-hidden": "true", key: "alarm" },
          icon("bell"),
          h("b", {}, ui.t(key)),
        )
      : null,
  ];
}
