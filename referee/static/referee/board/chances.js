// The chances of a running table: taken from their own page once somebody comes near, and again when
// others are published. Nothing is counted here.

import { localise } from "../../tournament/common/times.js";

const section = document.getElementById("chances");

/** @param {string} selector @param {ParentNode | null} [root] */
const find = (selector, root = section) =>
  /** @type {HTMLElement | null} */ (root?.querySelector(selector) ?? null);

/** What the board published last tells of its chances. @type {any} */
let newest;
let isNear = false;
let isFetching = false;

/** Adds a style sheet, and waits for it. @param {Element} style */
async function load(style) {
  const link = document.importNode(style, true);
  await new Promise((done) => {
    for (const kind of ["load", "error"]) link.addEventListener(kind, done, { once: true });
    document.head.append(link);
  });
}

async function fetchChances() {
  const answer = await fetch(find("a")?.getAttribute("href") ?? "");
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = find("[data-chances]", page);
  const style = page.querySelector("link[data-style-of-chances]");
  const href = style?.getAttribute("href") ?? "";
  // Others may have been computed since, and are not published yet.
  if (!part || part.dataset.toldAt !== (newest?.at ?? "")) throw new Error("other chances");
  if (style && !document.querySelector(`link[href="${CSS.escape(href)}"]`)) await load(style);
  localise(part);
  find("[data-place]")?.replaceChildren(document.importNode(part, true));
}

const isNewest = () => find("[data-chances]")?.dataset.toldAt === (newest?.at ?? "");

async function renew() {
  if (isFetching) return;
  if (!isNewest()) {
    const at = newest?.at;
    isFetching = true;
    // Without an answer it is asked again with the next event; the link leads there too.
    await fetchChances().catch(() => {});
    isFetching = false;
    // Others were published meanwhile.
    if (at !== newest?.at) return renew();
  }
  // How far behind those are that could not be had must not stand beside others.
  if (!isNewest()) return;
  const behind = find("[data-behind]");
  if (!behind) return;
  // It counts on with every event, so it is not marked as new.
  behind.textContent = (behind.dataset.text ?? "").replace("%s", String(newest?.behind ?? 0));
  behind.classList.toggle("tag", newest?.behind > 0);
}

// They are far below the board.
const near = new IntersectionObserver(
  ([entry]) => {
    isNear = entry?.isIntersecting ?? false;
    if (isNear) renew();
  },
  { rootMargin: "300px" },
);

/** Shows the chances of a board of the public state. @param {any} board */
export function showChances({ chances }) {
  if (!section) return;
  section.hidden = chances === undefined;
  newest = chances;
  near.observe(section);
  if (isNear) renew();
}
