// A button that is pressed twice sends its form once: of two same requests at the same moment the second
// would be refused, or do the same again.
//
// A page that answers a form can be loaded again and come back to: by its address, nothing is sent.
history.replaceState(history.state, "");

const AGAIN_AFTER_MS = 4000;

/** @type {Set<EventTarget>} */
const sent = new Set();

// On the window: after scripts of the page that send a form themselves.
window.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || event.defaultPrevented)
    return;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  // A download leaves the page where it is, and so does a server that does not answer.
  setTimeout(() => sent.delete(form), AGAIN_AFTER_MS);
});
// A page that comes back by the browser's button is as it was left.
window.addEventListener("pageshow", () => sent.clear());
