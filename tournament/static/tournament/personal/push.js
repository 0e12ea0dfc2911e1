// The buttons by which a browser is told the player's seats. The browser asks its person and its push
// service; the form takes the address along. Without this script, or where a browser has no push
// service (pages without encryption have none), there are no buttons.

/** @typedef {{ endpoint: string, keys: { p256dh: string, auth: string } }} Written */

/** @param {string} text bytes in base64url */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {string} text */
async function digest(text) {
  const found = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(found)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {ArrayBuffer | null} key @param {Uint8Array} other */
function isSame(key, other) {
  return new Uint8Array(key ?? new ArrayBuffer(0)).join() === other.join();
}

/** This page's own subscription, if there is one: the worker's scope is the page. */
async function present() {
  const registration = await navigator.serviceWorker.getRegistration(location.pathname);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** @param {HTMLFormElement} form @param {Uint8Array<ArrayBuffer>} key */
async function subscribed(form, key) {
  const { worker = "" } = form.dataset;
  await navigator.serviceWorker.register(worker, { scope: location.pathname });
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && isSame(old.options.applicationServerKey, key)) return old;
  await old?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** @param {HTMLFormElement} form @param {string} state `on`, `off`, `blocked` */
function show(form, state) {
  for (const part of form.querySelectorAll("[data-when]")) {
    if (part instanceof HTMLElement) part.hidden = part.dataset.when !== state;
  }
  form.hidden = false;
  form.closest("section")?.removeAttribute("hidden");
}

/** @param {HTMLFormElement} form @param {string} action @param {Partial<Written>} address */
function send(form, action, { endpoint = "", keys }) {
  const values = { do: action, endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  form.submit();
}

/** @param {HTMLFormElement} form @param {Uint8Array<ArrayBuffer>} key */
async function start(form, key) {
  if ((await Notification.requestPermission()) === "denied") return show(form, "blocked");
  if (Notification.permission !== "granted") return undefined;
  const found = await subscribed(form, key);
  return send(form, "push-on", /** @type {Written} */ (found.toJSON()));
}

/** @param {HTMLFormElement} form */
async function stop(form) {
  const found = await present();
  if (!found) return location.reload(); // another window turned it off
  await found.unsubscribe();
  return send(form, "push-off", { endpoint: found.endpoint });
}

/** @param {HTMLFormElement} form */
async function prepare(form) {
  const key = bytes(form.dataset.push ?? "");
  const known = (form.dataset.known ?? "").split(" ").filter(Boolean);
  const found = await present();
  const usable = found && isSame(found.options.applicationServerKey, key);
  const isOn = usable ? known.includes(await digest(found.endpoint)) : false;
  if (Notification.permission === "denied") show(form, "blocked");
  else show(form, isOn ? "on" : "off");
  const others = document.querySelector("[data-push-others]");
  if (others instanceof HTMLElement) others.hidden = isOn && known.length === 1;
  const status = form.querySelector("[role=status]");
  form.addEventListener("click", async ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (status) status.textContent = "";
    target.disabled = true;
    try {
      await (target.dataset.do === "push-on" ? start(form, key) : stop(form));
    } catch {
      if (status) status.textContent = form.dataset.failed ?? "";
    }
    target.disabled = false;
  });
}

const canPush = navigator.serviceWorker && "PushManager" in window && "Notification" in window;
for (const form of document.querySelectorAll("form[data-push]")) {
  if (canPush && form instanceof HTMLFormElement) prepare(form);
}
