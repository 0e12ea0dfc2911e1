/**
 * The Back of the browser or the system closes the sheet on top; it never leaves the app with one
 * open. Each sheet that is opened is a step in the tab's history.
 *
 * @import { Sheets } from "./sheets.js"
 */

export class BackButton {
  /** @param {() => Sheets} sheets those of the table that is open */
  constructor(sheets) {
    /** @private */ this.sheets = sheets;
    /** @private how many sheets the step in the history that the tab is at stands for */
    this.depth = 0;
  }

  start() {
    addEventListener("popstate", ({ state }) => {
      const before = this.depth;
      this.depth = state?.sheets ?? 0;
      const sheets = this.sheets();
      // Steps may be left of sheets that were closed otherwise: going back over one shows nothing.
      if (this.depth < before && sheets.depth > 0) sheets.close();
      while (sheets.depth > this.depth) sheets.close();
    });
  }

  /** To be called after each drawing. A sheet closed otherwise leaves its step behind, for the next. */
  drawn() {
    const { depth } = this.sheets();
    for (; this.depth < depth; this.depth += 1) history.pushState({ sheets: this.depth + 1 }, "");
  }
}
