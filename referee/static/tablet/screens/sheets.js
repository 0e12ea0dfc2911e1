/**
 * The sheets that lie over the panel, one on the other: only the top one is shown.
 *
 * @import { VNode } from "./dom.js"
 *
 * @typedef {{name: string, title: () => VNode | VNode[], body: () => VNode | VNode[]}} Sheet
 *   What lies over the panel until it is closed.
 */

export class Sheets {
  /**
   * @param {{opened: () => void, closed: () => void, changed: (names: string[]) => void}} listener
   *   after it was done; `changed`: which sheets are open now, from the lowest
   */
  constructor(listener) {
    /** @private */ this.listener = listener;
    /** @private @type {Sheet[]} */ this.stack = [];
    /** @private @type {Element | null} what had the focus before */ this.opener = null;
  }

  /** @returns {Sheet | undefined} the one shown */
  get top() {
    return this.stack.at(-1);
  }

  /** @param {Sheet} sheet */
  open(sheet) {
    if (this.stack.length === 0) this.opener = document.activeElement;
    this.stack = [...this.stack, sheet];
    this.tell();
    this.listener.opened();
  }

  /** Opens a sheet in the place of those that are open. @param {Sheet} sheet */
  openAlone(sheet) {
    this.stack = [];
    this.open(sheet);
  }

  /** Closes the sheet on top and gives the focus back. */
  close() {
    this.stack = this.stack.slice(0, -1);
    this.tell();
    this.listener.closed();
    if (this.stack.length === 0 && this.opener instanceof HTMLElement) this.opener.focus();
  }

  closeAll() {
    this.stack = [];
    this.tell();
    this.listener.closed();
  }

  /** @private */
  tell() {
    this.listener.changed(this.stack.map((sheet) => sheet.name));
  }
}
