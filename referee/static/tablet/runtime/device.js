/**
 * This device: its settings, its storage, its screen that must not go dark.
 *
 * @import { Settings, StorageState } from "./types.js"
 * @import { Store } from "./store.js"
 */

/** @returns {Settings} */
function defaults() {
  const spoken = navigator.language.slice(0, 2);
  const language = spoken === "fr" || spoken === "ru" ? spoken : "en";
  return { language, hand: "right", theme: "auto", text: 100, alarm: "sound", referee: "" };
}

/** @param {Store} store @returns {Promise<Settings>} */
export async function readSettings(store) {
  return { ...defaults(), ...(await store.get("device", "settings")) };
}

/** @param {Store} store @param {Settings} settings */
export async function keepSettings(store, settings) {
  await store.write([{ store: "device", key: "settings", put: settings }]);
}

/** When the sheet of dark colours holds. @type {Record<Settings["theme"], string>} */
export const DARK = {
  auto: "screen and (prefers-color-scheme: dark)",
  dark: "screen",
  light: "not all",
};

/** Tell the style sheets. @param {Settings} settings */
export function applySettings({ language, hand, theme, text }) {
  const root = document.documentElement;
  root.lang = language;
  for (const sheet of document.querySelectorAll("link")) {
    if (sheet.href.endsWith("/dark.css")) sheet.media = DARK[theme];
  }
  Object.assign(root.dataset, { hand, theme, text: String(text) });
}

/**
 * Ask the browser not to evict what the tablet keeps. Some browsers ask the person first, who may
 * never answer: nothing waits for it.
 * @returns {Promise<Pick<StorageState, "persisted" | "quota" | "used">>}
 */
export async function requestStorage() {
  const storage = navigator.storage;
  if (!storage) return { persisted: false, quota: null, used: null };
  const persisted = (await storage.persisted()) || (await storage.persist());
  const { quota = null, usage = null } = await storage.estimate();
  return { persisted, quota, used: usage };
}

/** Keep the screen on while the page is seen; a browser that cannot simply lets it dim. */
export function keepAwake() {
  const take = () => {
    if (document.visibilityState !== "visible") return;
    navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", take);
  take();
}
