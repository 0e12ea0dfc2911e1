// Rows to tap at the door: a tap is sent without loading the page anew, the list follows what other helpers tap, and the
// search leaves out rows while one types. Without this script the rows are buttons of a form.

import { finder } from "../common/search_key.js";
import { localise } from "../common/times.js";
import { follow, merge } from "../console/live.js";
import { pageOfBadge } from "./badge_scan.js";
import { prepareScan } from "./scan_button.js";

const REQUEST_TIMEOUT_MS = 8000;
const TAPPED = new Set(["rows", "fees"]); // the forms whose buttons are sent without loading the page
const live = document.getElementById("live");
const stale = document.getElementById("stale");
const search = document.querySelector("#search");

/** Show the rows in which every word stands. */
function narrow() {
  if (!(search instanceof HTMLInputElement)) return;
  const isMeant = finder(search.value);
  for (const row of document.querySelectorAll(".check-in-rows > li")) {
    const text = row.querySelector("button > span")?.textContent ?? "";
    row.toggleAttribute("hidden", !isMeant(text));
  }
}

/** @param {string | undefined} text the notice; nothing hides it */
function say(text) {
  if (!stale) return;
  stale.hidden = !text;
  stale.textContent = text ?? "";
}

/**
 * Send a tap, and put in the page that answers it.
 * @param {HTMLElement} root
 * @param {HTMLFormElement} form
 * @param {HTMLElement} button
 */
async function send(root, form, button) {
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new FormData(form, button),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (answer.status >= 500) return say(stale?.dataset.unsaved);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("live");
    if (!answer.ok || !fresh) return say(stale?.dataset.signedOut);
    merge(root, fresh);
    root.dataset.etag = fresh.dataset.etag;
    localise(root);
    narrow();
    say(undefined);
  } catch {
    say(stale?.dataset.failed);
  } finally {
    for (const busy of document.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
  }
}

/** A player's own link or badge; "" of another code. @param {string} code */
function codeOfPlayer(code) {
  const path = URL.canParse(code) ? new URL(code).pathname : "";
  return /^\/me\/[-\w]{20,100}\/$/.test(path) ? path : pageOfBadge(code);
}

/** @param {string} code */
function checkInByCode(code) {
  const form = document.getElementById("scan");
  const field = form?.querySelector("[name=code]");
  if (!(form instanceof HTMLFormElement) || !(field instanceof HTMLInputElement)) return;
  field.value = code;
  form.submit();
}

if (live) {
  prepareScan(codeOfPlayer, checkInByCode);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !TAPPED.has(form.id) || !event.submitter) return;
    event.preventDefault();
    send(live, form, event.submitter);
  });
  search?.addEventListener("input", narrow);
  follow(live, {
    changed: (root) => {
      localise(root);
      narrow();
    },
    news: () => {},
    answered: () => {},
    silent: (_since, signedOut) =>
      say(signedOut ? stale?.dataset.signedOut : stale?.dataset.failed),
  });
}
