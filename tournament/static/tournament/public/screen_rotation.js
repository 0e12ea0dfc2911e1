// What pages for a projector have in common: panels take turns, stand still, or are stepped through by
// keys and buttons; the pointer goes away, and the machine does not fall asleep.

/** @typedef {import("./screen_panels.js").Panel} Panel */

/** @param {Panel | undefined} panel */
const keyOf = (panel) => (panel ? `${panel.kind}/${panel.page}` : "");

export class Rotation {
  /**
   * @param {number} every milliseconds
   * @param {(panel: Panel, turned: boolean) => void} show `turned`: it is another than before
   */
  constructor(every, show) {
    this.every = every;
    this.show = show;
    /** @type {Panel[]} */
    this.panels = [];
    this.index = 0;
    this.paused = false;
    /** The best place that was revealed. */
    this.revealed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @returns {Panel | undefined} */
  get current() {
    return this.panels[this.index];
  }

  /**
   * The panels are now these. The one that is seen stays, where there still is one like it.
   * @param {Panel[]} panels
   */
  replace(panels) {
    const before = keyOf(this.current);
    this.panels = panels;
    const same = panels.findIndex((panel) => keyOf(panel) === before);
    this.index = same >= 0 ? same : Math.min(this.index, Math.max(panels.length - 1, 0));
    if (this.current) this.show(this.current, keyOf(this.current) !== before);
    if (!this.timer) this.wait();
  }

  /** @param {number} by panels forward, or back */
  step(by) {
    if (!this.panels.length) return;
    this.goTo((this.index + by + this.panels.length) % this.panels.length);
  }

  /**
   * Show a place that was just revealed at once.
   * @param {number} best the best one so far, 0 while none is revealed
   */
  reveal(best) {
    const index = this.panels.findIndex(({ kind }) => kind === "podium" || kind === "reveal");
    if (best && best !== this.revealed && index >= 0) this.goTo(index);
    this.revealed = best;
  }

  /** @returns {boolean} whether it stands still now */
  toggle() {
    this.paused = !this.paused;
    this.wait();
    return this.paused;
  }

  /** @param {number} index */
  goTo(index) {
    const turned = index !== this.index;
    this.index = index;
    if (this.current) this.show(this.current, turned);
    this.wait();
  }

  /** The next one comes in a while, counted from now. */
  wait() {
    clearTimeout(this.timer);
    this.timer = this.paused ? undefined : setTimeout(() => this.step(1), this.every);
  }
}

const IDLE_AFTER_MS = 4000;

/** @param {string} id */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

function fillScreen() {
  // Refused where nobody touched the page: then it stays as it is.
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen?.().catch(() => {});
}

/**
 * Keys: space stops, arrows step, F fills the screen; buttons `back`, `pause`, `forward`, `full` too.
 * @param {Rotation} rotation
 */
function steer(rotation) {
  const togglePause = () => {
    part("pause").setAttribute("aria-pressed", String(rotation.toggle()));
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    " ": togglePause,
    ArrowRight: () => rotation.step(1),
    ArrowDown: () => rotation.step(1),
    ArrowLeft: () => rotation.step(-1),
    ArrowUp: () => rotation.step(-1),
    f: fillScreen,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target instanceof HTMLButtonElement && event.key === " ";
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || onButton) return;
    event.preventDefault();
    act();
  });
  part("back").addEventListener("click", () => rotation.step(-1));
  part("pause").addEventListener("click", togglePause);
  part("forward").addEventListener("click", () => rotation.step(1));
  part("full").addEventListener("click", fillScreen);
}

/** The pointer and the buttons are there for who moves it. */
function hidePointer() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let idle;
  const onPointer = () => {
    document.body.classList.remove("idle");
    clearTimeout(idle);
    idle = setTimeout(() => document.body.classList.add("idle"), IDLE_AFTER_MS);
  };
  document.addEventListener("pointermove", onPointer);
  onPointer();
}

/** A projector's machine is not to fall asleep; the browser lets go whenever the page is not seen. */
async function stayAwake() {
  if (document.hidden || !("wakeLock" in navigator)) return;
  // Refused on battery, or without HTTPS: then the machine's own settings decide.
  await navigator.wakeLock.request("screen").catch(() => {});
}

/** Set the page up for a projector. @param {Rotation} rotation */
export function stage(rotation) {
  steer(rotation);
  hidePointer();
  document.addEventListener("visibilitychange", () => void stayAwake());
  void stayAwake();
}
