/**
 * Dice to tap: one row of six faces for one die, the 21 throws of two dice for a throw.
 *
 * @import { Ui } from "./ui.js"
 * @import { ShownThrow, TwoDice } from "./dice_entry.js"
 * @import { VElement } from "./dom.js"
 */
import { describedOnce, h } from "./dom.js";
import { button } from "./widgets.js";

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * Every throw once, the lower die first, in rows by the lower die. The rows get shorter by one each
 * time: the three short ones fill up the three long ones.
 *
 * @type {TwoDice[]}
 */
const THROWS = [1, 6, 2, 5, 3, 4].flatMap((lower) =>
  FACES.filter((higher) => higher >= lower).map(
    (higher) => /** @type {TwoDice} */ ([lower, higher]),
  ),
);

/** A face as the style sheet draws it: by pictures of their own each frame of the page would cost more. */
const pips = describedOnce((/** @type {number} */ face) => h("i", { class: `pips face-${face}` }));

/**
 * One row of six faces.
 *
 * @param {Ui} ui
 * @param {{name: string, label: string, value: number | null, tap: (face: number) => void}} props
 */
export function dieRow(ui, { name, label, value, tap }) {
  return h(
    "div",
    { class: "die-row", role: "group", "aria-label": label },
    FACES.map((face) =>
      h(
        "button",
        {
          type: "button",
          class: "die",
          "data-tap": `${name}-${face}`,
          "aria-label": ui.t("die.face", { die: label, n: face }),
          "aria-pressed": String(value === face),
          onclick: () => tap(face),
        },
        pips(face),
        h("span", { class: "die-digit" }, face),
      ),
    ),
  );
}

/**
 * The throws of two dice: one tap is a throw. It is marked what stands there already: a throw just
 * taken back, or the one that is being corrected. A throw tapped while something is recorded belongs
 * to what follows, which nobody had seen yet: it is shown first, and thrown by a button. So is the
 * same throw within a moment, in a turn.
 *
 * @param {Ui} ui
 * @param {{name: string, value: TwoDice | null, done: (dice: TwoDice) => unknown, moment?: string,
 *   thrower?: string | null}} props
 *   `moment`: what the throw is for; another one, and it is another throw, maybe another player's;
 *   `thrower`: in a turn, that player's name
 * @returns {VElement}
 */
export function dicePad(ui, { name, value, done, moment, thrower = null }) {
  const { waiting } = ui.dice;
  const marked = (ui.dice.early ?? waiting)?.dice ?? value;
  const now = moment ?? String(ui.state.view?.ledger.length);
  /** @param {TwoDice} dice @param {number} at */
  const tap = (dice, at) => {
    const counts = ui.dice.tapped(dice, {
      at,
      entries: ui.state.view?.ledger.filter((each) => each.onBoard).length ?? 0,
      recording: ui.recording,
      inTurn: thrower !== null,
    });
    return counts ? done(dice) : ui.draw();
  };
  return h(
    "div",
    { class: "dice-pad", key: `pad-${name}` },
    // Above the dice, which stay where they are.
    waiting && !ui.recording
      ? button(
          ui,
          { name: `${name}-done`, class: "button primary wide", tap: () => done(waiting.dice) },
          waitingText(ui, waiting, thrower),
        )
      : null,
    h(
      "div",
      {
        class: "throw-choices",
        key: "throws",
        role: "group",
        "aria-label": ui.t("dice.two"),
        "data-moment": now,
        onclick: (/** @type {MouseEvent} */ event) => {
          const dice = throwAt(event);
          return dice && tap(dice, event.timeStamp);
        },
      },
      THROWS.map((dice, at) =>
        isSameThrow(dice, marked) ? throwButton(name, dice, true) : unmarked(name)[at],
      ),
    ),
  );
}

/** @param {Ui} ui @param {ShownThrow} shown @param {string | null} thrower */
function waitingText(ui, { dice: [first, second], again }, thrower) {
  const key = again ? "dice.again" : "dice.record";
  return ui.t(key, { first, second, name: thrower ?? "" });
}

/** The buttons of a pad, alike at each moment: the pad itself holds what a tap does. */
const unmarked = describedOnce((/** @type {string} */ name) =>
  THROWS.map((dice) => throwButton(name, dice, false)),
);

/** @param {string} name @param {TwoDice} dice @param {boolean} marked */
function throwButton(name, dice, marked) {
  const [first, second] = dice;
  return h(
    "button",
    {
      type: "button",
      class: first === second ? "die throw double" : "die throw",
      "data-tap": `${name}-${first}-${second}`,
      "data-dice": JSON.stringify(dice),
      "aria-pressed": String(marked),
    },
    pips(first),
    pips(second),
    h("span", { class: "die-digit" }, `${first} + ${second}`),
  );
}

/** The throw whose button was tapped. @param {MouseEvent} event @returns {TwoDice | null} */
function throwAt({ target }) {
  const button = target instanceof Element ? target.closest("[data-dice]") : null;
  return button && JSON.parse(button.getAttribute("data-dice") ?? "null");
}

/** Whichever die is named first. @param {TwoDice} dice @param {TwoDice | null} other */
function isSameThrow(dice, other) {
  return other !== null && Math.min(...other) === dice[0] && Math.max(...other) === dice[1];
}
