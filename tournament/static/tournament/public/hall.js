// The hall page: a big clock that runs on without a network, seats by name and by table that take
// turns, announcements, warnings when time runs short, and a sound when five minutes are left and when
// time is up. Keys: space stops, arrows step, F fills the screen. Without this script the page shows
// the first seats.

import { localise } from "../common/times.js";
import { clockOf, secondsLeft } from "./clock_ledger.js";
import { followPage, serverNow, showClock } from "./live_page.js";
import { announceRevealed, isRevealing } from "./revealed.js";
import { drawPanel } from "./screen_drawing.js";
import {
  currentRound,
  inOrder,
  nameOf,
  optionsOf,
  paged,
  panelsOf,
  seatsByName,
} from "./screen_panels.js";
import { part, Rotation, stage } from "./screen_rotation.js";
import { roundNumber, word } from "./words.js";

/** @typedef {any} State the public state of an event (`treasurer-event/1`) */
/** @typedef {import("./screen_panels.js").Panel} Panel */

const DRAWN_EVERY_MS = 500;
const LOOKED_EVERY_MS = 500;
/** Seconds left at which the page sounds. */
const MARKS = [300, 0];
const ENDING_S = 300;
/** Seconds left at which the page warns, and how long a warning stands. */
const WARNINGS = [900, 300, 60];
const WARNED_S = 60;

/** How many lines by name, and how many tables, can be read from afar below the clock. */
const ROOM = { names: 30, tables: 6 };
const ANNOUNCEMENTS_SHOWN = 2;

/** The tables of a round that have no result, with who sits there. @param {State} state @param {any} round */
function placesOf(state, round) {
  return inOrder(round.tables)
    .filter(([, { result }]) => !result)
    .map(([table, { seats }]) => ({
      table,
      players: inOrder(seats).map(([seat, { player, role }]) => ({
        name: nameOf(state, player),
        role,
        seat,
      })),
    }));
}

/**
 * The seats of the round that is played or comes next. Places that are being revealed stand before
 * them, and the standings where no round is to come.
 * @param {State} state
 * @returns {Panel[]}
 */
function hallPanelsOf(state) {
  const number = currentRound(state);
  const round = state.rounds[number ?? ""];
  if (isRevealing(state)) return panelsOf(state, ["reveal"]);
  if (!round) return state.standings.tables_finished ? panelsOf(state, ["standings"]) : [];
  return [
    ...paged("seats", seatsByName(state, round), number, ROOM.names),
    ...paged("places", placesOf(state, round), number, ROOM.tables),
  ];
}

/** Which round follows, "" where none does. @param {State} state */
function nextRound(state) {
  const published = Object.keys(state.rounds).map(Number);
  const last = Number(currentRound(state) ?? Math.max(0, ...published));
  return !state.event.closed_at && last < state.event.number_of_rounds
    ? word("next-round").replace("%r", roundNumber(last + 1))
    : "";
}

/** The newest announcements, the last one first. @param {State} state @returns {{text: string}[]} */
function announcementsOf(state) {
  const told = Object.values(state.announcements ?? {});
  told.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return told.slice(0, ANNOUNCEMENTS_SHOWN);
}

let ring = () => {};
const sound = part("sound");
// What sounds comes when it is asked for.
sound.addEventListener(
  "click",
  async () => {
    const { chime } = await import("../common/chime.js");
    ring = chime(sound);
    sound.click();
  },
  { once: true },
);

const where = {
  title: part("panel-title"),
  body: part("panel"),
  count: part("panel-count"),
  currency: "",
};
const rotation = new Rotation(optionsOf(location.search).every, (panel) => drawPanel(panel, where));

/** @type {import("./clock_ledger.js").Clock | null} */
let clock = null;
let leftBefore = Number.NEGATIVE_INFINITY;

/** What is said of the time left: "" where nothing is. @param {number} left seconds */
function warningOf(left) {
  const mark = left > 0 ? WARNINGS.find((each) => left <= each && left > each - WARNED_S) : 0;
  return mark === undefined ? "" : word(`left-${mark}`);
}

/** Sound when the time left falls to a mark, and say it; a sound that was due before anybody looked is over. */
function watchTime() {
  if (!clock) return;
  const left = secondsLeft(clock, serverNow());
  const runs = clock.state === "running";
  if (runs && MARKS.some((mark) => leftBefore > mark && left <= mark)) ring();
  leftBefore = runs ? left : Number.NEGATIVE_INFINITY;
  document.body.classList.toggle("ending", runs && left <= ENDING_S && left > 0);
  document.body.classList.toggle("over", clock.state === "ended" || (runs && left <= 0));
  const [line, text] = [part("hall-warning"), runs ? warningOf(left) : ""];
  if (line.textContent !== text) line.textContent = text;
}

/** The start as announced, until the clock is started: of a day to come with its day. @param {any} round */
function showStart(round) {
  const line = part("hall-start");
  const time = line.querySelector("time");
  line.hidden = !round.starts_at || clock?.state !== "waiting";
  if (line.hidden || !time) return;
  const today = new Date(round.starts_at).toDateString() === new Date(serverNow()).toDateString();
  time.dateTime = round.starts_at;
  time.dataset.moment = today ? "time" : "datetime";
  localise(line);
}

/** @param {any} state */
function showHall(state) {
  const number = currentRound(state);
  part("hall").hidden = number === undefined;
  part("next-round").textContent = nextRound(state);
  clock = null;
  if (number === undefined) return;
  part("hall-round").textContent = word("round").replace("%r", roundNumber(number));
  clock = clockOf(state.rounds[number].clock ?? {}, state.event.length_minutes * 60);
  showClock(part("hall"), clock);
  showStart(state.rounds[number]);
}

/** @param {any} state */
function showAnnouncements(state) {
  const told = announcementsOf(state).map(({ text }) => {
    const line = document.createElement("p");
    const name = document.createElement("bdi");
    name.textContent = text;
    line.className = "hall-announcement";
    line.append(name);
    return line;
  });
  part("announcements").replaceChildren(...told);
}

/** @type {any} */
let newest = null;
let waits = false;

function draw() {
  waits = false;
  part("event-name").textContent = newest.event.name;
  showHall(newest);
  showAnnouncements(newest);
  const panels = hallPanelsOf(newest);
  part("seats").hidden = panels.length === 0;
  rotation.replace(panels);
  rotation.reveal(isRevealing(newest) ? newest.standings.first_place : 0);
}

/** Many versions may come at once after a break: what is drawn is the last.
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
setInterval(watchTime, LOOKED_EVERY_MS);
const page = followPage(onState);
