/**
 * After a reload: the sheet that was being filled in is open again, as it was.
 *
 * @import { Ui } from "./ui.js"
 */
import { handOn } from "./agreement.js";
import { FinalPositionSheet, mayEnterPosition } from "./final_position.js";
import { TradeSheet } from "./trade.js";

/** Opens the sheet that was filled in when the page went, where its draft still fits. @param {Ui} ui */
export function resumeSheet(ui) {
  const names = ui.drafts.get("sheets") ?? [];
  const top = names.at(-1);
  if (top === "trade" && ui.draft("trade")) ui.sheets.open(new TradeSheet(ui, null));
  if (top === "final-position" && mayEnterPosition(ui) && ui.drafts.get("final-position"))
    ui.sheets.open(new FinalPositionSheet(ui));
  // Whatever lay upon it: the tablet is in the hands of the player whose word is missing.
  if (names.includes("agreement") && ui.view.status === "finished") handOn(ui);
}
