// Keeps the `#live` part of a page up to date: asks the server for that part when its stream says so
// (`data-stream`), or again and again where there is none, and puts in only what changed. Nothing is touched that somebody is writing in, focus stays where it
// is, and what was unfolded stays so. Parts that may change alone carry a `data-key`; one that comes
// with `data-news` is news; what changes with them elsewhere on the page has `data-beside` and an id.
// Without this script the page shows what was so when it was loaded.

import { StaffStream } from "./staff_stream.js";

// Without a stream, and between two questions about tables that go on: nobody is two seconds behind.
const POLL_MS = 1200;
// Between two questions, whatever the stream says.
const PAUSE_MS = 500;
const REQUEST_TIMEOUT_MS = 8000;
const STALE_AFTER_MS = 7000;
const FOCUSABLE = "a[href], button, input, select, textarea, summary";

/** @param {ParentNode} root @param {string} selector */
function all(root, selector) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}

/**
 * The keyed parts right below an element, not those inside of other keyed parts.
 * @param {HTMLElement} element
 */
function keyedParts(element) {
  const inside = all(element, "[data-key]");
  return inside.filter((part) => part.parentElement?.closest("[data-key], #live") === element);
}

/**
 * The markup as the server wrote it: tokens of forms differ each time, times are localised here.
 * @param {HTMLElement} element
 */
function comparable(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const time of all(copy, "time")) time.textContent = "";
  for (const token of all(copy, "[name=csrfmiddlewaretoken]")) token.remove();
  for (const details of all(copy, "details")) details.removeAttribute("open");
  if (copy.matches("details")) copy.removeAttribute("open");
  return copy.outerHTML;
}

/** @param {Element} field */
function isDirty(field) {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  const typed = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!typed || field.type === "hidden") return false;
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return field.value !== field.defaultValue;
}

/**
 * Whether somebody is writing in it, or has written something that is not sent yet.
 * @param {HTMLElement} element
 */
function isBusy(element) {
  const fields = all(element, "input, select, textarea");
  return fields.some((field) => field === document.activeElement || isDirty(field));
}

/**
 * Put one part in the place of another; focus and unfolded details are taken over.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function replace(old, fresh) {
  const open = [old, ...all(old, "details")].filter((each) => each.matches("details[open]"));
  const keys = new Set(open.map((details) => details.dataset.key));
  for (const details of [fresh, ...all(fresh, "details")]) {
    if (details.matches("details") && keys.has(details.dataset.key)) {
      details.setAttribute("open", "");
    }
  }
  const focus = focusIn(old);
  old.replaceWith(fresh);
  if (!focus) return;
  const home = [fresh, ...all(fresh, "[data-key]")].find((each) => each.dataset.key === focus.key);
  if (home) all(home, FOCUSABLE)[focus.at]?.focus({ preventScroll: true });
}

/**
 * Where in a part the focus is: in which keyed part, and the how many-th thing that takes it.
 * @param {HTMLElement} element
 */
function focusIn(element) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const home = active?.closest("[data-key]");
  if (!active || !(home instanceof HTMLElement) || !element.contains(active)) return null;
  return { key: home.dataset.key, at: all(home, FOCUSABLE).indexOf(active) };
}

/**
 * Bring a part up to date; what is busy stays, and its own parts are looked at one by one.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
export function merge(old, fresh) {
  if (comparable(old) === comparable(fresh)) return;
  if (old.id !== "live" && !isBusy(old)) return replace(old, fresh);
  const kept = new Map(keyedParts(old).map((part) => [part.dataset.key, part]));
  /** @type {HTMLElement | null} */
  let last = null;
  for (const part of keyedParts(fresh)) {
    const same = kept.get(part.dataset.key);
    kept.delete(part.dataset.key);
    if (same) {
      merge(same, part);
      last = keyedParts(old).find((each) => each.dataset.key === part.dataset.key) ?? last;
    } else {
      const first = keyedParts(old)[0];
      if (last) last.after(part);
      else if (first) first.before(part);
      else old.append(part);
      last = part;
    }
  }
  for (const part of kept.values()) if (!isBusy(part)) part.remove();
}

/**
 * Bring up to date what stands elsewhere on the page, and take it out of the fresh part.
 * @param {HTMLElement} fresh
 */
function mergeBeside(fresh) {
  for (const part of all(fresh, "[data-beside]")) {
    part.remove();
    const old = document.getElementById(part.id);
    if (old && comparable(old) !== comparable(part)) replace(old, part);
  }
}

/** The keys of everything on the page that was news once. @param {ParentNode} root */
function newsIn(root) {
  return new Map(
    all(root, "[data-news]").map((each) => [each.dataset.key, each.dataset.news ?? ""]),
  );
}

/** Until somebody looks at the page. */
async function untilVisible() {
  while (document.hidden) {
    await new Promise((resume) =>
      document.addEventListener("visibilitychange", resume, { once: true }),
    );
  }
}

/**
 * Ask once: the fresh part, null where nothing changed. Throws where there is no answer; an answer
 * from elsewhere means that one is signed out.
 * @param {HTMLElement} live
 */
async function fetchFresh(live) {
  const address = new URL(location.href);
  address.searchParams.set("part", "live");
  const answer = await fetch(address, {
    headers: { "If-None-Match": live.dataset.etag ?? "" },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (answer.status === 304) return null;
  if (answer.redirected || answer.status === 403) throw new DOMException("", "NotAllowedError");
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = document.createElement("div");
  fresh.id = "live";
  fresh.append(...page.body.childNodes);
  live.dataset.etag = answer.headers.get("ETag") ?? "";
  return fresh;
}

/** When to ask next: so many milliseconds after the last time, or sooner where that is wanted. */
class Turn {
  constructor() {
    this.askedAt = Date.now();
    /** @private */ this.wanted = Number.POSITIVE_INFINITY;
    /** @private */ this.resume = () => {};
    /** @private @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
  }

  /** @param {number} pause @returns {Promise<void>} */
  async next(pause) {
    await new Promise((resume) => {
      this.resume = () => resume(undefined);
      this.within(pause);
    });
    this.wanted = Number.POSITIVE_INFINITY;
    this.askedAt = Date.now();
  }

  /** Ask no later than so many milliseconds after the last time. @param {number} pause */
  within(pause) {
    this.wanted = Math.min(this.wanted, pause);
    clearTimeout(this.timer);
    this.timer = setTimeout(this.resume, this.askedAt + this.wanted - Date.now());
  }
}

/**
 * The page's stream, while somebody looks at it; null where the page has none.
 * @param {HTMLElement} live
 * @param {Turn} turn
 */
function listen(live, turn) {
  if (!live.dataset.stream) return null;
  const stream = new StaffStream(live.dataset.stream, {
    changed: () => turn.within(PAUSE_MS),
    moved: () => turn.within(POLL_MS),
    ended: () => turn.within(PAUSE_MS),
  });
  if (!document.hidden) stream.open();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stream.close();
    else stream.open();
    turn.within(PAUSE_MS);
  });
  return stream;
}

/**
 * Follow the page for as long as it is open.
 * @param {HTMLElement} live
 * @param {{ changed: (root: HTMLElement) => void, news: (texts: string[]) => void,
 *   answered: () => void, silent: (since: Date, signedOut: boolean) => void }} tell `changed` after
 *   something was put in, `news` with what came that was not there before, `answered` after each
 *   answer, `silent` when there was none for a while
 */
export async function follow(live, tell) {
  let known = newsIn(live);
  let answeredAt = new Date();
  const turn = new Turn();
  const stream = listen(live, turn);
  for (;;) {
    await turn.next(stream?.pollMs ?? POLL_MS);
    if (document.hidden) {
      await untilVisible();
      answeredAt = new Date();
    }
    try {
      const fresh = await fetchFresh(live);
      answeredAt = new Date();
      tell.answered();
      if (!fresh) continue;
      const news = newsIn(fresh);
      const texts = [...news].filter(([key]) => !known.has(key)).map(([, text]) => text);
      mergeBeside(fresh);
      merge(live, fresh);
      known = news;
      tell.changed(live);
      if (texts.length) tell.news(texts);
    } catch (error) {
      const signedOut = error instanceof DOMException && error.name === "NotAllowedError";
      const heardAt = Math.max(answeredAt.getTime(), stream?.heardAt ?? 0);
      const long = Date.now() - heardAt > STALE_AFTER_MS;
      if (signedOut || long) tell.silent(answeredAt, signedOut);
    }
  }
}
