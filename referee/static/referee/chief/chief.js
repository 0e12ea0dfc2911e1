// The chief referee's pages follow the event: what is new is said, and sounds if that is wanted.

import { chime } from "../../tournament/common/chime.js";
import { localise, regional } from "../../tournament/common/times.js";
import { follow } from "../../tournament/console/live.js";
import { followWarnings } from "../../tournament/rounds/clock_warnings.js";
import { countAges } from "./ages.js";

const live = document.getElementById("live");
const sound = document.getElementById("sound");
const newsLine = document.getElementById("news");
const stale = document.getElementById("stale");

/**
 * Say since when the server is silent, once.
 * @param {Date} since
 * @param {boolean} signedOut
 */
function silent(since, signedOut) {
  if (!stale?.hidden) return;
  const time = since.toLocaleTimeString(regional(), { timeStyle: "medium" });
  const text = signedOut ? stale.dataset.signedOut : stale.dataset.silent?.replace("%s", time);
  stale.hidden = false;
  stale.textContent = text ?? "";
  live?.classList.add("stale");
}

/** The server answers again. */
function answered() {
  if (!stale || stale.hidden) return;
  stale.hidden = true;
  stale.textContent = "";
  live?.classList.remove("stale");
}

const title = document.title;

/** Say in the title how much waits: it is seen from another tab. */
function countWaiting() {
  const waiting = live?.querySelectorAll("[data-news]:not([data-key^=sheet-])").length;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

if (live && sound && newsLine) {
  countWaiting();
  const ring = chime(sound);
  followWarnings((sentence) => {
    newsLine.textContent = sentence;
    ring();
  });
  follow(live, {
    changed: (root) => {
      localise(root);
      countAges();
      countWaiting();
    },
    answered,
    silent,
    news: (texts) => {
      newsLine.textContent = texts.join(". ");
      ring();
    },
  });
}
