// A table's ledger in place: earlier turns are added below instead of on another page, a search
// looks through all of them, and a link to a moment opens its turn wherever that is.
// Without this script the ledger is read page by page.

import { finder } from "../../tournament/common/search_key.js";
import { localise } from "../../tournament/common/times.js";

const SETTLE_MS = 250;

/** A ledger on the page: its list of turns, and the way to those that are not here yet. */
class Ledger {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.turns = /** @type {HTMLElement} */ (section.querySelector("[data-turns]"));
    /** @type {Promise<boolean> | null} */
    this.loading = null;
  }

  get next() {
    return /** @type {HTMLAnchorElement | null} */ (this.section.querySelector("a[rel=next]"));
  }

  /** Add the next page's turns; whether there were any. Several who ask wait for the same page. */
  more() {
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  async load() {
    const { next } = this;
    if (!next) return false;
    const answer = await fetch(next.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const turn of [...page.querySelectorAll("[data-turns] > li")]) {
      // A game that goes on moves its turns from page to page.
      if (document.getElementById(turn.id)) continue;
      localise(turn);
      this.turns.append(turn);
    }
    const further = page.querySelector("a[rel=next]");
    if (further instanceof HTMLAnchorElement) next.href = further.getAttribute("href") ?? "";
    else next.remove();
    return true;
  }

  /**
   * Open the turn of an event, and go there.
   * @param {string} id of its element
   */
  async show(id) {
    while (!document.getElementById(id) && (await this.more()));
    const event = document.getElementById(id);
    const turn = event?.closest("details");
    if (!event || !turn) return false;
    turn.open = true;
    turn.parentElement?.removeAttribute("hidden");
    if (location.hash !== `#${id}`) history.pushState(null, "", `#${id}`);
    event.tabIndex = -1;
    event.focus({ preventScroll: true });
    event.scrollIntoView({ block: "center" });
    for (const other of this.turns.querySelectorAll("[data-found]")) {
      other.removeAttribute("data-found");
    }
    event.setAttribute("data-found", "");
    return true;
  }

  /**
   * Leave only the turns in which all words are; how many those are.
   * @param {string} typed
   */
  filter(typed) {
    const isMeant = finder(typed);
    let found = 0;
    for (const turn of /** @type {HTMLElement[]} */ ([...this.turns.children])) {
      turn.hidden = !isMeant(turn.textContent ?? "");
      if (!turn.hidden) found += 1;
    }
    return found;
  }
}

/**
 * Search whenever somebody stops writing.
 * @param {Ledger} ledger @param {HTMLFormElement} form
 */
function searchBy(ledger, form) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  let searches = 0;
  const search = async () => {
    searches += 1;
    const mine = searches;
    const typed = field.value.trim();
    try {
      while (typed && (await ledger.more()));
    } catch {
      // Without a network it is what has come so far.
    }
    if (mine !== searches) return;
    const found = ledger.filter(typed);
    const text = ["none", "one"][found] ?? "many";
    status.textContent = typed
      ? (status.dataset[text] ?? "").replace("{count}", String(found))
      : "";
  };
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(search, SETTLE_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
}

/** @param {HTMLElement} section */
function enhance(section) {
  const ledger = new Ledger(section);
  const form = section.querySelector("form[data-ledger-search]");
  if (form instanceof HTMLFormElement) searchBy(ledger, form);
  section.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = link.closest(".jumps") && link.hash.slice(1);
    if (!target && link.rel !== "next") return;
    event.preventDefault();
    try {
      const done = target ? await ledger.show(target) : await ledger.more();
      if (!done) location.href = link.href;
    } catch {
      location.href = link.href;
    }
  });
  if (location.hash.startsWith("#line-")) ledger.show(location.hash.slice(1)).catch(() => {});
}

/**
 * The ledger of a game that is being played, fetched whenever somebody unfolds it.
 * @param {HTMLDetailsElement} story
 */
function unfold(story) {
  const place = story.querySelector("[data-turns-so-far]");
  story.addEventListener("toggle", async () => {
    if (!story.open || !place) return;
    try {
      const answer = await fetch(story.dataset.story ?? "");
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const section = page.querySelector("[data-ledger]");
      if (!(section instanceof HTMLElement)) return;
      localise(section);
      // It has a heading here.
      section.removeAttribute("aria-label");
      place.replaceChildren(section);
      enhance(section);
    } catch {
      // The link below leads there.
      story.open = false;
    }
  });
}

for (const story of document.querySelectorAll("details[data-story]")) {
  if (story instanceof HTMLDetailsElement) unfold(story);
}

for (const section of document.querySelectorAll("[data-ledger]")) {
  if (section instanceof HTMLElement) enhance(section);
}
