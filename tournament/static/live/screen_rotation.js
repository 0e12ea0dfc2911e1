// Which panel of the big screen is to be seen: they take turns, stand still, or are stepped through.

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

  /** Show the first panel of a kind, if there is one. @param {string} kind */
  jump(kind) {
    const index = this.panels.findIndex((panel) => panel.kind === kind);
    if (index >= 0) this.goTo(index);
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
