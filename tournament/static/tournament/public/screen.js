// The big screen: panels take turns, and change as the event does. Keys: space stops, arrows step, F
// fills the screen. Without this script the page shows the standings, and asks for them again.

import { clockOf } from "./clock_ledger.js";
import { followPage, showClock } from "./live_page.js";
import { announceRevealed, isRevealing } from "./revealed.js";
import { drawPanel } from "./screen_drawing.js";
import { currentRound, optionsOf, panelsOf } from "./screen_panels.js";
import { part, Rotation, stage } from "./screen_rotation.js";
import { roundNumber, word } from "./words.js";

const DRAWN_EVERY_MS = 500;

const { show, every } = optionsOf(location.search);
const where = {
  title: part("panel-title"),
  body: part("panel"),
  count: part("panel-count"),
  currency: document.body.dataset.currency ?? "",
};

const rotation = new Rotation(every, (panel, turned) => {
  drawPanel(panel, where);
  if (!turned || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  where.body.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 500, easing: "ease-out" });
});

/** @param {any} state */
function showHall(state) {
  const number = currentRound(state);
  part("hall").hidden = number === undefined;
  if (number === undefined) return;
  part("hall-round").textContent = word("round").replace("%r", roundNumber(number));
  const { clock } = state.rounds[number];
  showClock(part("hall"), clockOf(clock, state.event.length_minutes * 60));
}

/** @type {any} */
let newest = null;
let waits = false;

function draw() {
  waits = false;
  part("event-name").textContent = newest.event.name;
  const { called_off: how, called_off_reason: reason } = newest.event;
  part("called-off").textContent = how ? `${word(`called-off-${how}`)} ${reason ?? ""}`.trim() : "";
  part("frozen").hidden = !newest.event.frozen_at || newest.event.revealed_to === 1;
  showHall(newest);
  rotation.replace(panelsOf(newest, show));
  rotation.reveal(
    newest.event.revealed_to === 1 || isRevealing(newest) ? newest.standings.first_place : 0,
  );
}

/** Two versions a second may come, and many at once after a break: what is drawn is the last.
 * @param {any} state @param {any} before */
function onState(state, before) {
  const first = newest === null;
  newest = state;
  announceRevealed(page, state, before);
  if (waits) return;
  waits = true;
  setTimeout(draw, first ? 0 : DRAWN_EVERY_MS);
}

stage(rotation);
const page = followPage(onState);
