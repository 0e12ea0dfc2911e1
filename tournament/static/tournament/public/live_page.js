// What every page that follows an event does: says as of when it is, and when nothing came for long;
// stands still while it is paused; tells a screen reader what is new, seldom.

import { localise, regional } from "../common/times.js";
import { followEvent } from "./event_stream.js";
import { clockFace, countdown, word } from "./words.js";

const ANNOUNCED_EVERY_MS = 30_000;
const TICK_MS = 500;
const REQUEST_TIMEOUT_MS = 10_000;
const CLOCK_OFF_MS = 10_000;
const RELOADED_EVERY_MS = 10_000;
const RELOADED_KEY = "reloaded-at";
const ASKED_AGAIN_MS = 5_000;
const VERSION = "meta[name=event-version]";

/** @typedef {any} State the public state of an event (`treasurer-event/1`) */

/** How far this machine's clock is behind the server's, in milliseconds, as far as is known. */
let behind = 0;

/** The server's time, in milliseconds. */
export const serverNow = () => Date.now() + behind;

/** @type {Set<() => void>} */
const unpainted = new Set();

/**
 * Do something that takes long once the next frame shows that the page was tapped; asked for again
 * meanwhile, it is done once.
 * @param {() => void} work
 */
export function afterPaint(work) {
  if (unpainted.has(work)) return;
  unpainted.add(work);
  requestAnimationFrame(() =>
    setTimeout(() => {
      unpainted.delete(work);
      work();
    }),
  );
}

export class LivePage {
  /** @param {(state: State, before: State | null) => void} show */
  constructor(show) {
    this.show = show;
    const bar = document.getElementById("live-bar");
    const part = (/** @type {string} */ name) =>
      /** @type {HTMLElement | null} */ (bar?.querySelector(`[data-${name}]`) ?? null);
    this.asOf = part("as-of");
    this.pauseButton = part("pause");
    this.stale = part("stale");
    this.announcer = part("announcer");
    this.paused = false;
    /** What waits until the page goes on. @type {(() => void)[]} */
    this.waiting = [];
    /** @type {State | null} */
    this.state = null;
    this.version = 0;
    /** @type {State | null} */
    this.shown = null;
    this.announcedAt = -ANNOUNCED_EVERY_MS;
    this.announceAt = 0;
    this.news = "";
  }

  start() {
    const slug = location.pathname.split("/")[2] ?? "";
    this.pauseButton?.addEventListener("click", () => this.togglePause());
    setInterval(() => this.announceDue(), 1000);
    followEvent({
      slug: decodeURIComponent(slug),
      onState: (state, version) => {
        this.state = state;
        this.version = version;
        if (!this.paused) this.showNewest();
      },
      onBeat: (at) => this.onBeat(at),
      onStale: () => this.stale?.removeAttribute("hidden"),
    });
  }

  showNewest() {
    const before = this.shown;
    this.shown = this.state;
    if (this.state?.event) this.show(this.state, before);
  }

  togglePause() {
    this.paused = !this.paused;
    this.pauseButton?.setAttribute("aria-pressed", String(this.paused));
    if (this.paused) return;
    if (this.state) afterPaint(() => this.showNewest());
    for (const goOn of this.waiting.splice(0)) goOn();
  }

  /** Settled while the page is not paused. */
  async goesOn() {
    if (this.paused) await new Promise((resume) => this.waiting.push(() => resume(null)));
  }

  /** @param {string | null} at */
  onBeat(at) {
    this.stale?.setAttribute("hidden", "");
    const moment = at ? Date.parse(at) : serverNow();
    // A beat is some seconds old: only a clock that is far off is put right.
    if (at && Math.abs(moment - Date.now()) > CLOCK_OFF_MS) behind = moment - Date.now();
    if (this.paused || !this.asOf) return;
    const text = new Date(moment).toLocaleTimeString(regional(), { timeStyle: "medium" });
    this.asOf.textContent = word("as-of").replace("%s", text);
  }

  /** @param {string} text @param {number} [after] milliseconds since the last news, at least */
  announce(text, after = ANNOUNCED_EVERY_MS) {
    this.news = text;
    this.announceAt = this.announcedAt + after;
    this.announceDue();
  }

  announceDue() {
    if (!this.news || !this.announcer || performance.now() < this.announceAt) return;
    this.announcedAt = performance.now();
    this.announcer.textContent = this.news;
    this.news = "";
  }
}

/**
 * Follow the event whose page this is.
 * @param {(state: State, before: State | null) => void} show is given the state, and what it gave
 *   before
 * @returns {Pick<LivePage, "announce">} tells a screen reader, once in half a minute unless it says
 *   otherwise
 */
export function followPage(show) {
  followed = new LivePage(show);
  followed.start();
  return followed;
}

/** The page, once it follows an event. @type {LivePage | null} */
let followed = null;

/** The state as it is, asked for once. @returns {Promise<State>} */
export async function wholeState() {
  const slug = location.pathname.split("/")[2] ?? "";
  const answer = await fetch(`/api/v1/public/events/${slug}/snapshot`, {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  return (await answer.json()).snapshot;
}

/** @type {Map<HTMLElement, import("./clock_ledger.js").Clock>} */
const clocks = new Map();

/**
 * Show a clock in an element: what it is at before, and the time left.
 * @param {HTMLElement | null} element with `data-time-state` and `data-face` in it; one that is `data-plain`
 *   shows no unit
 * @param {import("./clock_ledger.js").Clock} clock
 */
export function showClock(element, clock) {
  if (!element) return;
  if (clocks.size === 0) setInterval(tick, TICK_MS);
  clocks.set(element, clock);
  tick();
}

function tick() {
  if (followed?.paused) return;
  for (const [element, clock] of clocks) {
    const left = clock.endsAt === null ? clock.standing : (clock.endsAt - serverNow()) / 1000;
    const state = element.querySelector("[data-time-state]");
    const over = clock.state === "running" && left < 0;
    const text = word(over ? "clock-over" : `clock-${clock.state}`);
    if (state && state.textContent !== text) state.textContent = text;
    const face = element.querySelector("[data-face]");
    const shown = over ? -left : left;
    const time = element.dataset.plain === undefined ? clockFace(shown) : countdown(shown);
    const told = clock.state === "ended" ? "" : time;
    if (face && face.textContent !== told) face.textContent = told;
  }
}

/** What pages show beside running tables. @param {State} state */
const besideBoards = ({ boards, projected, ...rest }) => JSON.stringify(rest);

/** The version of the event that a page was rendered of, 0 if it does not say. @param {Document} rendered */
const versionOf = (rendered) =>
  Number(rendered.querySelector(VERSION)?.getAttribute("content") ?? 0);

/** Whether a page was rendered of another version; one that names none may be any. @param {Document} fresh */
const isAnother = (fresh) => !versionOf(fresh) || versionOf(fresh) !== versionOf(document);

/**
 * Whether the page may show something else than the event's state: what changed before the first
 * state came is in no difference of states.
 * @param {State} state @param {State | null} before
 * @param {(state: State) => string} [shownOf] what the page shows
 */
export function mayHaveChanged(state, before, shownOf = besideBoards) {
  if (before) return shownOf(before) !== shownOf(state);
  return followed?.version !== versionOf(document);
}

let reloading = false;

/**
 * Load the page again where what it shows beside running tables changed: everybody's page does, so
 * each at a moment of its own, and not again and again.
 */
export function reloadSoon() {
  if (reloading) return;
  reloading = true;
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  const early = Math.max(last + RELOADED_EVERY_MS - Date.now(), 0);
  setTimeout(
    async () => {
      await followed?.goesOn();
      sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
      location.reload();
    },
    early + 500 + Math.random() * 2500,
  );
}

/**
 * The page as the server has it, at a moment of its own and once it is not paused; null where there is
 * none any more. Throws where the server does not answer.
 * @param {number} [wait] milliseconds before
 */
async function pageAsItIs(wait = 0) {
  // What a server remembers of versions is over by then.
  await new Promise((resume) => setTimeout(resume, wait + 300 + Math.random() * 2000));
  let text = "";
  do {
    await followed?.goesOn();
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
    text = answer.ok ? await answer.text() : "";
  } while (followed?.paused);
  return text ? new DOMParser().parseFromString(text, "text/html") : null;
}

/** Whether the server has another page than this one; not where it does not answer. */
export async function isOutdated() {
  const fresh = await pageAsItIs().catch(() => null);
  return fresh !== null && isAnother(fresh);
}

let refreshing = false;
/** Whether something changed that the page's parts may not show yet. */
let changed = false;

/**
 * Put the page's parts (`data-part`) in anew, as the server has them now, where what they show beside
 * running tables changed: everybody's page does, so each at a moment of its own. What was unfolded
 * stays so, and focus stays where it is. A tool for what may come and go (`data-tool`, with an id) is
 * there as long as the server shows it.
 * @param {() => void} done after parts were put in
 * @param {number} [wait] milliseconds before
 */
export async function refreshParts(done, wait = 0) {
  changed = true;
  if (refreshing) return;
  refreshing = true;
  try {
    // What changes while an answer is on its way is not in it; without an answer it is asked again.
    for (let pause = wait; changed; ) {
      changed = false;
      const fresh = await pageAsItIs(pause).catch(() => undefined);
      changed ||= fresh === undefined;
      pause = fresh === undefined ? ASKED_AGAIN_MS : 0;
      if (fresh && isAnother(fresh)) {
        putIn(fresh);
        done();
      }
    }
  } finally {
    refreshing = false;
  }
}

/** @param {Document} fresh the page as the server has it */
function putIn(fresh) {
  for (const part of document.querySelectorAll("[data-part]")) {
    const name = part.getAttribute("data-part") ?? "";
    const other = fresh.querySelector(`[data-part="${CSS.escape(name)}"]`);
    if (other) replacePart(part, document.importNode(other, true));
  }
  for (const tool of document.querySelectorAll("[data-tool]")) {
    tool.toggleAttribute("hidden", fresh.getElementById(tool.id)?.hasAttribute("hidden") ?? true);
  }
  document.querySelector(VERSION)?.setAttribute("content", String(versionOf(fresh)));
  localise(document);
}

/** @param {Element} old @param {Element} fresh */
function replacePart(old, fresh) {
  const open = [...old.querySelectorAll("details[open]")];
  for (const details of open) {
    const code = details.closest("[data-player]")?.getAttribute("data-player") ?? "";
    const same = fresh.querySelector(`[data-player="${CSS.escape(code)}"] details`);
    same?.setAttribute("open", "");
    if (code) continue;
    const among = [...old.querySelectorAll("details")].indexOf(
      /** @type {HTMLDetailsElement} */ (details),
    );
    fresh.querySelectorAll("details")[among]?.setAttribute("open", "");
  }
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(fresh);
  const code = focused?.closest("[data-player]")?.getAttribute("data-player");
  const href = focused?.getAttribute("href");
  const home = code ? fresh.querySelector(`[data-player="${CSS.escape(code)}"]`) : fresh;
  const again = href
    ? home?.querySelector(`a[href="${CSS.escape(href)}"]`)
    : home?.querySelector("button, summary");
  if (focused && again instanceof HTMLElement) again.focus({ preventScroll: true });
}
