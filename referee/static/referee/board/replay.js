// Moves through a replayed game in place: play, step, scrub, jump. What lies on the board at each
// moment was computed by the engine; here patches are merged and shown, and nothing is added up.
// Without this script each moment is a page of its own.

import { localise } from "../../tournament/common/times.js";
import { merged } from "../../tournament/public/merge_patch.js";
import { money } from "../../tournament/public/words.js";
import { drawDeeds, drawPawns } from "./board_drawing.js";
import { showIfCalled } from "./if_called.js";
import { chapterBeside, chapterOf, goOf } from "./replay_keys.js";

const FRAME_MS = 900;
const SETTLE_MS = 200;

/**
 * @typedef {{ patch: any, text?: string, effects?: string[], time?: string, undone?: boolean,
 *   square?: number }} Frame
 */

/** @param {ParentNode} root @param {string} selector */
const find = (root, selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector));

class Replay {
  /** @param {HTMLElement} section @param {Frame[]} frames */
  constructor(section, frames) {
    this.section = section;
    this.frames = frames;
    /** @type {any[]} */
    this.boards = [];
    for (const frame of frames) this.boards.push(merged(this.boards.at(-1) ?? {}, frame.patch));
    this.at = Number(section.dataset.at);
    this.timer = 0;
    this.settling = 0;
    this.speed = 1;
    /** @type {number | undefined} */
    this.chapter = undefined;
    this.chapters = [
      .../** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("li > [data-frame]")),
    ];
    this.starts = this.chapters.map((chapter) => Number(chapter.dataset.frame));
    this.mostBuildings = {
      competitor: Number(section.dataset.competitor),
      monopolist: Number(section.dataset.monopolist),
    };
  }

  get last() {
    return this.frames.length - 1;
  }

  /** @param {number} number */
  show(number) {
    this.at = Math.max(0, Math.min(this.last, number));
    const frame = /** @type {Frame} */ (this.frames[this.at]);
    this.showBoard(frame);
    this.showPlayers();
    showIfCalled(this.boards[this.at]);
    this.showSentences(frame);
    this.showPlace();
  }

  /** @param {Frame} frame */
  showBoard(frame) {
    const svg = find(this.section, ".board-drawing");
    const board = this.boards[this.at];
    if (!svg) return;
    drawDeeds(svg, board, this.mostBuildings);
    drawPawns(svg, board);
    svg.querySelector(".board-square.now")?.classList.remove("now");
    if (frame.square !== undefined) {
      find(svg, `[data-square="${frame.square}"]`)?.classList.add("now");
    }
  }

  showPlayers() {
    const board = this.boards[this.at];
    const currency = this.section.dataset.currency ?? "";
    for (const [code, player] of Object.entries(board.players)) {
      const row = find(this.section, `[data-player="${CSS.escape(code)}"]`);
      if (!row) continue;
      const cash = find(row, "[data-cash]");
      if (cash) cash.textContent = money(player.cash, currency);
      const expected = find(row, "[data-expected]");
      if (expected) {
        expected.textContent =
          player.expected === undefined ? "–" : money(player.expected, currency);
      }
      row.classList.toggle("replay-turn", board.on_turn === code);
      const won = find(row, "[data-won]");
      if (won) won.hidden = board.status !== "finished" || player.place !== 1;
    }
  }

  /** @param {Frame} frame */
  showSentences(frame) {
    const title = find(this.section, "[data-title]");
    if (title) title.textContent = frame.text || (this.section.dataset.start ?? "");
    const effects = (frame.effects ?? []).map((text) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("bdi"), { textContent: text }));
      return item;
    });
    find(this.section, "[data-effects]")?.replaceChildren(...effects);
    const undone = find(this.section, "[data-undone]");
    if (undone) undone.hidden = !frame.undone;
    const place = find(this.section, "[data-time]");
    const time = document.createElement("time");
    if (frame.time) {
      time.dateTime = frame.time;
      time.dataset.moment = "time";
    }
    place?.replaceChildren(time);
    if (place) localise(place);
  }

  /** Where one is: the scrubber, the steps, the chart, the address. */
  showPlace() {
    const { base = "" } = this.section.dataset;
    const scrubber = /** @type {HTMLInputElement | null} */ (
      this.section.querySelector("[data-scrubber] input")
    );
    if (scrubber) {
      scrubber.value = String(this.at);
      scrubber.setAttribute(
        "aria-valuetext",
        find(this.section, "[data-title]")?.textContent ?? "",
      );
    }
    const number = find(this.section, "[data-number]");
    if (number) number.textContent = String(this.at);
    for (const step of this.section.querySelectorAll("[data-go]")) {
      const target = this.target(/** @type {HTMLElement} */ (step).dataset.go ?? "");
      const leadsOn = target !== this.at;
      step.setAttribute("aria-disabled", String(!leadsOn));
      if (base && leadsOn) step.setAttribute("href", `${base}${target}/`);
    }
    this.showChapter();
    this.showOnCharts();
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => {
      history.replaceState(null, "", base ? `${base}${this.at}/` : `#event-${this.at}`);
    }, SETTLE_MS);
  }

  /** Mark the chapter of the moment, and scroll its list there. */
  showChapter() {
    const now = chapterOf(this.starts, this.at);
    if (now === this.chapter) return;
    this.chapter = now;
    for (const [number, chapter] of this.chapters.entries()) {
      if (number !== now) chapter.removeAttribute("aria-current");
      else chapter.setAttribute("aria-current", "true");
    }
    const line = this.chapters[now]?.parentElement;
    const list = line?.parentElement;
    if (list && line) list.scrollTop = line.offsetTop - line.offsetHeight;
  }

  showOnCharts() {
    for (const svg of this.charts()) {
      const now = svg.querySelector(".chart-now");
      const { left = "0", right = "0" } = svg.dataset;
      const x = Number(left) + ((Number(right) - Number(left)) * this.at) / Math.max(this.last, 1);
      now?.setAttribute("x1", String(x));
      now?.setAttribute("x2", String(x));
    }
  }

  charts() {
    return /** @type {NodeListOf<HTMLElement & SVGSVGElement>} */ (
      this.section.querySelectorAll(".chart-drawing")
    );
  }

  /** @param {string} go */
  target(go) {
    if (go === "first") return 0;
    if (go === "last") return this.last;
    if (go === "chapter-on") return chapterBeside(this.starts, this.at, 1) ?? this.last;
    if (go === "chapter-back") return chapterBeside(this.starts, this.at, -1) ?? 0;
    return Math.max(0, Math.min(this.last, this.at + (go === "next" ? 1 : -1)));
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.at === this.last) this.show(0);
    this.play();
    this.announce(false);
  }

  play() {
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.last) this.stop();
    }, FRAME_MS / this.speed);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.announce(true);
  }

  /**
   * What is on the button; while the game plays, a screen reader is not told of every moment.
   * @param {boolean} stopped
   */
  announce(stopped) {
    const { section } = this;
    find(section, "[data-told]")?.setAttribute("aria-live", stopped ? "polite" : "off");
    const on = find(section, '[data-when="playing"]');
    const off = find(section, '[data-when="stopped"]');
    if (on) on.hidden = stopped;
    if (off) off.hidden = !stopped;
  }

  listen() {
    const { section } = this;
    section.addEventListener("click", (event) => {
      if (!(event.target instanceof Element)) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const control = /** @type {HTMLElement | null} */ (
        event.target.closest("[data-go], [data-frame], [data-play]")
      );
      if (!control) return;
      event.preventDefault();
      if ("play" in control.dataset) return this.toggle();
      this.stop();
      const { go, frame } = control.dataset;
      this.show(go ? this.target(go) : Number(frame));
    });
    find(section, "[data-scrubber] input")?.addEventListener("input", (event) => {
      this.stop();
      this.show(Number(/** @type {HTMLInputElement} */ (event.target).value));
    });
    find(section, "[data-speed] select")?.addEventListener("change", (event) => {
      this.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      if (this.timer) this.play();
    });
    for (const svg of this.charts()) {
      svg.addEventListener("click", (event) => {
        const { left: at, width } = svg.getBoundingClientRect();
        const [left, right] = [Number(svg.dataset.left), Number(svg.dataset.right)];
        const x = ((event.clientX - at) / width) * svg.viewBox.baseVal.width;
        this.stop();
        this.show(Math.round(((x - left) / (right - left)) * this.last));
      });
    }
    document.addEventListener("keydown", (event) => this.press(event));
    this.listenToLink();
    this.announce(true);
  }

  /** The keys work from the controls, or while nothing has the focus. @param {KeyboardEvent} event */
  press(event) {
    const focused = event.target instanceof Element ? event.target : document.body;
    const go = goOf(event, focused.localName);
    if (!go || !(focused.contains(this.section) || focused.closest("[data-player-keys]"))) return;
    event.preventDefault();
    if (go === "play") return this.toggle();
    this.stop();
    this.show(this.target(go));
  }

  listenToLink() {
    const button = find(this.section, "[data-link]");
    if (!button || !navigator.clipboard) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const link = new URL(`${this.section.dataset.base}${this.at}/`, location.href).href;
      await navigator.clipboard.writeText(link).catch(() => null);
      const copied = find(this.section, "[data-copied]");
      if (copied) copied.textContent = button.dataset.said ?? "";
    });
  }
}

/** The frames: within the page, or at their own address. @param {HTMLElement} section */
async function load(section) {
  const within = /** @type {HTMLTemplateElement | null} */ (
    section.querySelector("template[data-document]")
  );
  if (within) return JSON.parse(within.content.textContent ?? "");
  const answer = await fetch(`${section.dataset.base}frames.json`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

for (const section of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-replay]")
)) {
  load(section)
    .then(({ frames }) => {
      const replay = new Replay(section, frames);
      replay.listen();
      const named = location.hash.match(/^#event-(\d+)$/) ?? location.search.match(/[?&]at=(\d+)/);
      const scrubber = /** @type {HTMLInputElement | null} */ (
        section.querySelector("[data-scrubber] input")
      );
      // Somebody was quicker than the moments were.
      const moved = scrubber !== null && Number(scrubber.value) !== replay.at;
      // What the page shows already is not drawn anew: that would paint the largest of it later.
      if (moved) replay.show(Number(scrubber.value));
      else if (named) replay.show(Number(named[1]));
      else replay.showPlace();
    })
    // The page still shows its moment, and leads to the others.
    .catch(() => {
      for (const control of section.querySelectorAll(
        "[data-play], [data-scrubber], [data-speed], [data-keys], [data-link]",
      )) {
        /** @type {HTMLElement} */ (control).hidden = true;
      }
    });
}
