/** The icons beside words. */

import { describedOnce, h } from "./dom.js";

/** Outlines on a 24 × 24 grid, drawn with a 2-unit stroke of the text's colour. */
const PATHS = {
  undo: ["M9 14 4 9l5-5", "M4 9h10a6 6 0 0 1 0 12h-3"],
  deeds: ["M3 21h18", "M5 21V9l7-5 7 5v12", "M10 21v-6h4v6"],
  trade: ["M4 8h14l-4-4", "M20 16H6l4 4"],
  more: ["M5 12h.01", "M12 12h.01", "M19 12h.01"],
  back: ["M15 5l-7 7 7 7"],
  unfold: ["M6 9l6 6 6-6"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  recorded: ["M12 3v11", "M7.5 9.5 12 14l4.5-4.5", "M4 20h16"],
  waiting: ["M6 3h12", "M6 21h12", "M7 3c0 5 5 6 5 9s-5 4-5 9", "M17 3c0 5-5 6-5 9s5 4 5 9"],
  alert: ["M12 3 2 20h20L12 3z", "M12 10v4", "M12 17h.01"],
  offline: [
    "M2 2l20 20",
    "M8.5 16.4a5 5 0 0 1 7 0",
    "M5 12.9a10 10 0 0 1 5-2.7",
    "M19 12.9a10 10 0 0 0-3-2",
    "M12 20h.01",
  ],
  judge: ["M14 4l6 6", "M11 7l6 6", "M15.5 5.5l-6 6", "M12 10l-8 8 2 2 8-8", "M3 22h8"],
  ledger: ["M6 3h12v18H6z", "M10 8h5", "M10 12h5", "M10 16h3"],
  settings: ["M4 7h10", "M18 7h2", "M4 17h2", "M10 17h10", "M16 5v4", "M8 15v4"],
  clock: ["M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z", "M12 7v5l3 2"],
  pause: ["M9 5v14", "M15 5v14"],
  unstarted: ["M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z", "M10 8.5v7l5-3.5z"],
  stop: ["M8 3h8l5 5v8l-5 5H8l-5-5V8z", "M12 7.5V12l3 2"],
  count: [
    "M4 7h16v10H4z",
    "M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
    "M7 12h.01",
    "M17 12h.01",
  ],
  bell: ["M6 17V11a6 6 0 0 1 12 0v6l2 2H4z", "M10 22h4", "M12 5V3"],
  leave: ["M14 4H5v16h9", "M10 12h11", "M17 8l4 4-4 4"],
  broke: ["M4 6l6 6 3-3 7 7", "M20 11v5h-5"],
  house: ["M4 11l8-7 8 7", "M6 10v10h12V10"],
  mortgage: ["M5 4h14v16H5z", "M8 4l8 16"],
  plus: ["M12 5v14", "M5 12h14"],
  minus: ["M5 12h14"],
  swap: ["M7 4v14l-3-3", "M17 20V6l3 3"],
  die: ["M5 5h14v14H5z", "M9 9h.01", "M15 15h.01", "M12 12h.01"],
  flag: ["M6 22V3", "M6 4h12l-3 4 3 4H6"],
  person: ["M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z", "M4 21c1-5 4-7 8-7s7 2 8 7"],
  why: [
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
    "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7",
    "M12 17h.01",
  ],
  crown: ["M4 18h16", "M4 15 3 7l5 4 4-6 4 6 5-4-1 8z"],
  clockwise: ["M19.5 9A8 8 0 1 0 20 12", "M20 4v5h-5"],
  card: ["M6 3h12v18H6z", "M12 8l1.2 2.8 2.8.4-2 2 .5 2.8-2.5-1.4-2.5 1.4.5-2.8-2-2 2.8-.4z"],
  bars: ["M4 4h16v16H4z", "M9 4v16", "M15 4v16"],
  train: ["M6 4h12v12H6z", "M6 10h12", "M9 13h.01", "M15 13h.01", "M8 16l-2 4", "M16 16l2 4"],
  bolt: ["M13 3 5 14h6l-1 7 8-11h-6z"],
  erase: ["M21 5H9l-7 7 7 7h12z", "M12 9l6 6", "M18 9l-6 6"],
};

/** @typedef {keyof typeof PATHS} IconName */

/** An icon beside a word: hidden from screen readers, for the word says it. */
export const icon = describedOnce((/** @type {IconName} */ name) =>
  h(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    PATHS[name].map((d) => h("path", { d })),
  ),
);
