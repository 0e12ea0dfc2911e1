// Scan a badge: its QR code is the address of its player's page, which begins with the seat. Where a browser has no
// reader of codes (Chrome has one on Android and macOS alone) that of a package is fetched when the camera is opened.

/** Not there until the server has the package. @type {string} */
const PACKAGE = "/qr/decode.js";
const LOOK_EVERY_MS = 200;

/**
 * The player's page that a code leads to, on this site whatever host is printed; "" of another code.
 * @param {string} code
 */
export function pageOfBadge(code) {
  const path = URL.canParse(code) ? new URL(code).pathname : "";
  return /^\/e\/[-\w]{1,60}\/p\/[1-9][0-9]{0,5}\/$/.test(path) ? path : "";
}

/**
 * What reads codes: the class of the browser, or the same one from elsewhere.
 * @typedef {{ new (options: { formats: string[] }): { detect: (video: HTMLVideoElement) =>
 *   Promise<{ rawValue: string }[]> }, getSupportedFormats: () => Promise<string[]> }} Reader
 */

/** The browser's own reader, if it reads QR codes, or the package's. @returns {Promise<Reader>} */
async function reader() {
  const own = /** @type {{ BarcodeDetector?: Reader }} */ (globalThis).BarcodeDetector;
  const formats = (await own?.getSupportedFormats()) ?? [];
  if (own && formats.includes("qr_code")) return own;
  const { BarcodeDetector } = await import(PACKAGE);
  return BarcodeDetector;
}

/**
 * Have a code read by the camera.
 * @param {HTMLElement} button that was pressed, with the words of the dialogue
 * @param {(code: string) => string} read what a code leads to, "" for another code
 * @param {(found: string) => void} go called with that
 */
export async function scan(
  button,
  read = pageOfBadge,
  go = (/** @type {string} */ page) => location.assign(page),
) {
  const { dialog, video, text } = scanner(button);
  /** @type {MediaStream | null} */
  let camera = null;
  dialog.addEventListener("close", () => {
    for (const track of camera?.getTracks() ?? []) track.stop();
    dialog.remove();
    button.focus();
  });
  dialog.showModal();
  try {
    camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    video.srcObject = camera;
    await video.play();
    const Detector = await reader().catch(() => null);
    if (Detector) await look(dialog, video, new Detector({ formats: ["qr_code"] }), read, go);
    else text.textContent = button.dataset.noReader ?? "";
  } catch {
    text.textContent = button.dataset.failed ?? "";
  }
  // Closed while the camera was asked for.
  if (!dialog.open) for (const track of camera?.getTracks() ?? []) track.stop();
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLVideoElement} video
 * @param {InstanceType<Reader>} detector
 * @param {(code: string) => string} read
 * @param {(found: string) => void} go
 */
async function look(dialog, video, detector, read, go) {
  while (dialog.open) {
    for (const { rawValue } of await detector.detect(video)) {
      const found = read(rawValue);
      if (found) {
        dialog.close();
        go(found);
        return;
      }
    }
    await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
  }
}

/** @param {HTMLElement} button */
function scanner(button) {
  const dialog = document.createElement("dialog");
  dialog.className = "scanner";
  dialog.setAttribute("aria-label", button.textContent?.trim() ?? "");
  const text = document.createElement("p");
  text.setAttribute("role", "status");
  text.textContent = button.dataset.scanner ?? "";
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = button.dataset.close ?? "";
  close.addEventListener("click", () => dialog.close());
  dialog.append(text, video, close);
  document.body.append(dialog);
  return { dialog, video, text };
}
