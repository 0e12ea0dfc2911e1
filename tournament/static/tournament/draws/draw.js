// The draw's page with a pointer or the keyboard: choose two players, see what their swap changes.
// Without this script the form with two lists does the same. The server judges; nothing is
// computed here.

import { keepFocus, takeFocus } from "./draw_focus.js";

const MIN_DRAG_PX = 6; // pixels a pointer may tremble before it drags

const hall = document.querySelector("[data-swaps]");
const preview = document.getElementById("preview");
const statusLine = document.getElementById("picked");

/** @type {HTMLElement | null} */
let picked = null;
let dragged = false;

/**
 * A sentence of the page, in its language.
 * @param {string} key
 * @param {string} [name]
 */
function say(key, name = "") {
  if (statusLine) statusLine.textContent = (statusLine.dataset[key] ?? "").replace("%s", name);
}

/** @param {HTMLElement | null} seat */
function pick(seat) {
  picked?.querySelector("button")?.setAttribute("aria-pressed", "false");
  seat?.querySelector("button")?.setAttribute("aria-pressed", "true");
  picked = seat;
  if (seat) say("picked", seat.dataset.name);
}

/** @param {HTMLElement} seat */
function choose(seat) {
  if (!picked) return pick(seat);
  const first = picked;
  pick(null);
  if (first === seat) return say("dropped");
  return previewSwap(first, seat);
}

/**
 * Ask the server what the swap changes, and show it.
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
async function previewSwap(one, other) {
  if (!hall || !preview) return;
  for (const seat of hall.querySelectorAll(".seating-seat")) {
    seat.classList.toggle("chosen", seat === one || seat === other);
  }
  say("looking");
  const query = new URLSearchParams({
    one: one.dataset.player ?? "",
    other: other.dataset.player ?? "",
    part: "preview",
  });
  try {
    const answer = await fetch(`${hall.getAttribute("data-swaps")}?${query}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    preview.replaceChildren(...page.body.childNodes);
    say("");
    (document.getElementById("save-swap") ?? preview).focus();
  } catch {
    say("failed");
  }
}

/** @param {HTMLElement} seat */
function enhance(seat) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "seating-pick";
  button.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-describedby", "how");
  const handle = document.createElement("span");
  handle.className = "seating-handle";
  handle.setAttribute("aria-hidden", "true");
  const who = seat.querySelector(".who");
  if (who) button.append(who);
  button.append(handle);
  seat.prepend(button);
  button.addEventListener("click", () => dragged || choose(seat));
  button.addEventListener("pointerdown", (event) => startDrag(event, seat, button));
}

/**
 * Drag with the mouse from anywhere on the seat, with a finger from its handle.
 * @param {PointerEvent} down
 * @param {HTMLElement} seat
 * @param {HTMLButtonElement} button
 */
function startDrag(down, seat, button) {
  const handle = down.target instanceof Element && down.target.closest(".seating-handle");
  if (down.button !== 0 || (down.pointerType !== "mouse" && !handle)) return;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {HTMLElement | null} */
  let target = null;

  /** @param {PointerEvent} move */
  const follow = (move) => {
    const far = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY);
    if (!ghost && far < MIN_DRAG_PX) return;
    ghost ??= liftGhost(seat, button);
    ghost.style.transform = `translate(${move.clientX + 8}px, ${move.clientY + 8}px)`;
    const below = document.elementFromPoint(move.clientX, move.clientY);
    const over = below?.closest(".seating-seat:not([data-fixed])");
    target?.classList.remove("target");
    target = over instanceof HTMLElement && over !== seat ? over : null;
    target?.classList.add("target");
  };
  /** @param {PointerEvent} up */
  const end = (up) => {
    button.removeEventListener("pointermove", follow);
    button.removeEventListener("pointerup", end);
    button.removeEventListener("pointercancel", end);
    seat.classList.remove("lifted");
    target?.classList.remove("target");
    if (!ghost) return;
    ghost.remove();
    // The click that ends a drag would pick the seat up.
    dragged = true;
    setTimeout(() => (dragged = false));
    if (up.type === "pointerup" && target) previewSwap(seat, target);
  };
  button.setPointerCapture(down.pointerId);
  button.addEventListener("pointermove", follow);
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
}

/**
 * The picture of a seat that follows the pointer.
 * @param {HTMLElement} seat
 * @param {HTMLElement} button
 */
function liftGhost(seat, button) {
  pick(null);
  seat.classList.add("lifted");
  const ghost = document.createElement("div");
  ghost.className = "seating-ghost";
  ghost.append(...[...button.childNodes].map((node) => node.cloneNode(true)));
  document.body.append(ghost);
  return ghost;
}

for (const seat of hall?.querySelectorAll(".seating-seat:not([data-fixed])") ?? []) {
  if (seat instanceof HTMLElement) enhance(seat);
}
takeFocus(document, sessionStorage, location.pathname, Date.now());
addEventListener("pagehide", () =>
  keepFocus(document, sessionStorage, location.pathname, Date.now()),
);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && picked) {
    pick(null);
    say("dropped");
  }
});
