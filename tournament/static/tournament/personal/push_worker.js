/**
 * Shows a pushed seat, and opens the player's page when it is tapped. The worker's scope is that page:
 * no message names it.
 */

/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} WorkerEvent */
/** @typedef {WorkerEvent & {data: {json: () => {title: string, body: string}}}} PushEvent */
/** @typedef {WorkerEvent & {notification: Notification}} TapEvent */

const own = /** @type {any} */ (self);
/** A newer seat takes the place of an older one. */
const TAG = "seat";

/** @param {PushEvent} event */
function onPush(event) {
  const { title, body } = event.data.json();
  event.waitUntil(own.registration.showNotification(title, { body, tag: TAG, renotify: true }));
}

async function openOwnPage() {
  const page = own.registration.scope;
  const [open] = await own.clients.matchAll({ type: "window" });
  if (!open) return own.clients.openWindow(page);
  await open.focus();
  return open.navigate(page);
}

/** @param {TapEvent} event */
function onTap(event) {
  event.notification.close();
  event.waitUntil(openOwnPage());
}

own.addEventListener("install", () => own.skipWaiting());
own.addEventListener("activate", (/** @type {WorkerEvent} */ event) =>
  event.waitUntil(own.clients.claim()),
);
own.addEventListener("push", onPush);
own.addEventListener("notificationclick", onTap);
