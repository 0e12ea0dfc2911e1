// A table's ledger in place: earlier turns are added below instead of on another page, a search
// looks through all of them, and a link to a moment opens its turn wherever that is.
// Without this script the ledger is read page by page.

import { localise } from "../../tournament/common/times.js";

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
}

/**
 * Fetch what searches once somebody reaches the field: few readers do.
 * @param {Ledger} ledger @param {HTMLFormElement} form
 */
function prepareSearch(ledger, form) {
  const prepare = async () => (await import("./ledger_search.js")).searchBy(ledger, form);
  form.addEventListener("focusin", prepare, { once: true });
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** @param {HTMLElement} section */
function enhance(section) {
  const ledger = new Ledger(section);
  const form = section.querySelector("form[data-ledger-search]");
  if (form instanceof HTMLFormElement) prepareSearch(ledger, form);
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
 * Fetch the ledger of a game that is being played into its unfolded place.
 * @param {HTMLDetailsElement} story
 */
async function fetchStory(story) {
  const place = story.querySelector("[data-turns-so-far]");
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
}

/**
 * Fetch the ledger now if it is unfolded, and whenever it is unfolded again.
 * @param {HTMLDetailsElement} story
 */
function unfold(story) {
  story.addEventListener("toggle", () => fetchStory(story));
  fetchStory(story);
}

for (const story of document.querySelectorAll("details[data-story]")) {
  if (story instanceof HTMLDetailsElement) unfold(story);
}

for (const section of document.querySelectorAll("[data-ledger]")) {
  if (section instanceof HTMLElement) enhance(section);
}
