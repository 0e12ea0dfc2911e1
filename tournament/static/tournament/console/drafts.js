// What was typed into a long form and not sent outlives the page: it is offered when the form is opened again.

import { localise } from "../common/times.js";

/** @typedef {[value: string, was: string]} Typed what stands in a field, and what the page had in it */
/** @typedef {{at: number, fields: Record<string, Typed>}} Draft of a form: the fields that were changed */

const PREFIX = "draft";
const SENT = "draft-sent";
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const UNKEPT = new Set(["password", "file", "hidden", "submit", "button", "image", "reset"]);
const offers = /** @type {HTMLTemplateElement | null} */ (document.getElementById("draft-offer"));
const mine = `${PREFIX} ${offers?.dataset.person} `;

/** Forms whose offer stands on the page. @type {Map<HTMLFormElement, HTMLElement>} */
const offered = new Map();
/** Fields that were changed in this page, or restored. @type {WeakMap<HTMLFormElement, Set<string>>} */
const touched = new WeakMap();

if (offers) begin();

function begin() {
  forgetOld();
  forgetTaken();
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (
    document.querySelectorAll("form[data-draft]")
  );
  for (const form of forms) {
    touched.set(form, new Set());
    for (const kind of ["input", "change"]) form.addEventListener(kind, () => keep(form));
  }
  // By then a browser that goes back has filled in again what it remembers itself.
  addEventListener("pageshow", () => forms.forEach(offer));
  addEventListener("submit", sending);
}

/** @param {SubmitEvent} event */
function sending(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
  if (form.matches("[data-signs-out]")) for (const key of ownKeys()) localStorage.removeItem(key);
  if (!form.matches("[data-draft]")) return;
  keep(form);
  store(sessionStorage, SENT, { key: keyOf(form), from: location.pathname });
}

/** Forget what this page answers, if it was taken: then the server leads on from where it was sent,
 * and tells of no fault. Refused, merely looked at or lost on the way, it is kept. */
function forgetTaken() {
  const sent = read(sessionStorage, SENT);
  sessionStorage.removeItem(SENT);
  const [way] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType("navigation")
  );
  if (!sent || !way || way.type !== "navigate" || way.redirectCount === 0) return;
  const from = document.referrer && new URL(document.referrer).pathname;
  if (from === sent.from && !document.querySelector("main [role=alert]"))
    localStorage.removeItem(sent.key);
}

function forgetOld() {
  for (const key of ownKeys())
    if (Date.now() - (read(localStorage, key)?.at ?? 0) > KEPT_MS) localStorage.removeItem(key);
}

function ownKeys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(mine));
}

/** @param {HTMLFormElement} form */
function keyOf(form) {
  return `${mine}${new URL(form.action).pathname}`;
}

/**
 * Write down what differs from the page as it came; a draft that is still offered stays beside it.
 * @param {HTMLFormElement} form
 */
function keep(form) {
  const fields = { ...kept(form)?.fields };
  const here = /** @type {Set<string>} */ (touched.get(form));
  for (const [name, [value, was]] of Object.entries(fieldsOf(form))) {
    if (value !== was) {
      here.add(name);
      fields[name] = [value, fields[name]?.[1] ?? was];
    } else if (here.has(name)) delete fields[name];
  }
  if (Object.keys(fields).length) store(localStorage, keyOf(form), { at: Date.now(), fields });
  else localStorage.removeItem(keyOf(form));
}

/** @param {HTMLFormElement} form @returns {Draft | null} */
function kept(form) {
  return read(localStorage, keyOf(form));
}

/**
 * Every field that may be kept: of choices under one name, all of them together.
 * @param {HTMLFormElement} form
 */
function fieldsOf(form) {
  /** @type {Record<string, Typed>} */
  const found = {};
  for (const field of fillable(form)) {
    const name = nameOf(field);
    const ticked = field instanceof HTMLInputElement && field.checked;
    if (field instanceof HTMLSelectElement) found[name] = [field.value, selectedFirst(field)];
    else if (field.type === "checkbox") found[name] = [mark(ticked), mark(wasTicked(field))];
    else if (field.type !== "radio") found[name] = [field.value, field.defaultValue];
    else {
      const [value, was] = found[name] ?? ["", ""];
      found[name] = [ticked ? field.value : value, wasTicked(field) ? field.value : was];
    }
  }
  return found;
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @param {HTMLFormElement} form @returns {Field[]} */
function fillable(form) {
  return /** @type {Field[]} */ ([...form.elements]).filter(
    (field) =>
      field.matches("input, select, textarea") &&
      field.name &&
      !UNKEPT.has(field.type) &&
      !/password|one-time-code/u.test(field.autocomplete),
  );
}

/** @param {Field} field */
function nameOf(field) {
  return field.type === "checkbox" ? `${field.name}=${field.value}` : field.name;
}

/** @param {boolean} ticked */
function mark(ticked) {
  return ticked ? "ticked" : "";
}

/** @param {Field} field */
function wasTicked(field) {
  return field instanceof HTMLInputElement && field.defaultChecked;
}

/** @param {HTMLSelectElement} field */
function selectedFirst(field) {
  const first = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return first?.value ?? "";
}

/**
 * Say that something was left here, where the page does not show it itself.
 * @param {HTMLFormElement} form
 */
function offer(form) {
  const draft = kept(form);
  const shown = fieldsOf(form);
  const left = Object.entries(draft?.fields ?? {}).filter(
    ([name, [value]]) => name in shown && shown[name]?.[0] !== value,
  );
  if (!draft || !left.length || offered.has(form)) return;
  const copy = /** @type {DocumentFragment} */ (offers?.content.cloneNode(true));
  const box = /** @type {HTMLElement} */ (copy.firstElementChild);
  for (const time of box.querySelectorAll("time")) tell(time, new Date(draft.at));
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (
    box.querySelectorAll("[data-changed]")
  ))
    note.hidden = left.every(([name, [, was]]) => shown[name]?.[1] === was);
  box.querySelector("[data-restore]")?.addEventListener("click", () => restore(form));
  box.querySelector("[data-discard]")?.addEventListener("click", () => discard(form));
  offered.set(form, box);
  form.before(copy);
}

/**
 * A moment as `times.js` writes it: of another day with its day.
 * @param {HTMLTimeElement} time
 * @param {Date} at
 */
function tell(time, at) {
  const today = at.toDateString() === new Date().toDateString();
  time.dateTime = at.toISOString();
  time.dataset.moment = today ? "time" : "datetime";
  localise(/** @type {ParentNode} */ (time.parentNode));
}

/** @param {HTMLFormElement} form */
function restore(form) {
  const fields = kept(form)?.fields ?? {};
  const back = fillable(form).filter((field) => nameOf(field) in fields);
  for (const field of back) {
    fill(field, fields[nameOf(field)]?.[0] ?? "");
    touched.get(form)?.add(nameOf(field));
    unfold(field);
  }
  form.dispatchEvent(new Event("restored"));
  const box = /** @type {HTMLElement} */ (offered.get(form));
  for (const part of box.querySelectorAll("[data-offer]")) part.remove();
  const done = /** @type {HTMLElement} */ (box.querySelector("[data-restored]"));
  done.textContent = done.dataset.restored ?? "";
  (back.find((field) => !field.hidden) ?? form.querySelector("button"))?.focus();
}

/** @param {Field} field @param {string} value */
function fill(field, value) {
  const choice = field instanceof HTMLInputElement && /radio|checkbox/u.test(field.type);
  if (!choice) field.value = value;
  else field.checked = field.type === "radio" ? field.value === value : value !== "";
}

/** Open what a field is folded away in. @param {Field} field */
function unfold(field) {
  for (let at = field.closest("details"); at; at = at.parentElement?.closest("details") ?? null)
    at.open = true;
}

/** @param {HTMLFormElement} form */
function discard(form) {
  localStorage.removeItem(keyOf(form));
  offered.get(form)?.remove();
  offered.delete(form);
  touched.get(form)?.clear();
  keep(form);
  fillable(form)[0]?.focus();
}

/** @param {Storage} place @param {string} key @param {unknown} value */
function store(place, key, value) {
  try {
    place.setItem(key, JSON.stringify(value));
  } catch {
    // Full, or forbidden: the form works as it does without this script.
  }
}

/** @param {Storage} place @param {string} key */
function read(place, key) {
  try {
    return JSON.parse(place.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
