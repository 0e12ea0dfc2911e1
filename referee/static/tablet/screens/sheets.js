/**
 * The sheets that lie over the panel, one on the other: only the top one is shown.
 *
 * @import { Child, VNode } from "./dom.js"
 * @import { Ui } from "./ui.js"
 *
 * @typedef {{name: string, title: () => VNode | VNode[], body: () => Child, pinned?: () => Child,
 *   about?: () => string | null, alsoAbout?: () => (string | null)[], keepsRefusals?: boolean,
 *   boardUi?: Ui, showsEntry?: boolean}} Sheet
 *   What lies over the panel until it is closed; `pinned`: stays in sight below; `about`: the player
 *   whose cash is to stay in sight; `alsoAbout`: the players, where it is about several, if the board
 *   round which they sit is hidden; `keepsRefusals`: it only explains what is below; `boardUi`: the
 *   moment of the game that the board shows meanwhile; `showsEntry`: the next throw stays in sight.
 */

export class Sheets {
  /**
   * @param {{opened: (sheet: Sheet) => void, closed: (sheet?: Sheet) => void,
   *   changed: (names: string[]) => void}} listener
   *   after it was done; `changed`: which sheets are open now, from the lowest
   */
  constructor(listener) {
    /** @private */ this.listener = listener;
    /** @private @type {Sheet[]} */ this.stack = [];
    /** @private @type {(string | null)[]} the tap that opened each: it gets the focus back */
    this.openers = [];
  }

  /** @returns {Sheet | undefined} the one shown */
  get top() {
    return this.stack.at(-1);
  }

  /** How many lie on each other. */
  get depth() {
    return this.stack.length;
  }

  /** @param {Sheet} sheet */
  open(sheet) {
    const { activeElement: opener } = document;
    this.openers.push(opener instanceof HTMLElement ? (opener.dataset.tap ?? null) : null);
    this.stack = [...this.stack, sheet];
    this.tell();
    this.listener.opened(sheet);
  }

  /** Opens a sheet in the place of those that are open. @param {Sheet} sheet */
  openAlone(sheet) {
    this.stack = [];
    this.openers = [];
    this.open(sheet);
  }

  /** Closes the sheet on top and gives the focus back. */
  close() {
    const closed = this.top;
    this.stack = this.stack.slice(0, -1);
    this.tell();
    this.listener.closed(closed);
    const opener = this.openers.pop();
    // The sheet stood in the place of what opened it, which is drawn again now.
    if (opener) queueMicrotask(() => focusTap(opener));
  }

  /** Closes those that lie over this one. @param {Sheet} sheet */
  closeDownTo(sheet) {
    while (this.stack.includes(sheet) && this.top !== sheet) this.close();
  }

  closeAll() {
    this.closerOfOpen()();
  }

  /** What closes those that are open now, and none that is opened until then. @returns {() => void} */
  closerOfOpen() {
    const open = [...this.stack];
    return () => {
      const stays = this.stack.map((sheet) => !open.includes(sheet));
      this.openers = this.openers.filter((_, at) => stays[at]);
      this.stack = this.stack.filter((_, at) => stays[at]);
      this.tell();
      this.listener.closed();
    };
  }

  /** @private */
  tell() {
    this.listener.changed(this.stack.map((sheet) => sheet.name));
  }
}

/** @param {string} name */
function focusTap(name) {
  const control = document.querySelector(`[data-tap="${CSS.escape(name)}"]`);
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}
