/**
 * The sheet of an event that was forgotten, or entered as another one: whatever could be entered at
 * that moment of the game.
 *
 * @import { MomentUi } from "./moment_ui.js"
 * @import { Key } from "./i18n.js"
 * @import { IconName } from "./icons.js"
 * @import { Sheet } from "./sheets.js"
 */
import { DeedsSheet } from "./deeds.js";
import { h } from "./dom.js";
import { LeaveSheet } from "./leave.js";
import { RecountSheet } from "./recount.js";
import { TradeSheet } from "./trade.js";
import { actor, entryOf } from "./turn.js";
import { button } from "./widgets.js";

export class ForgottenSheet {
  /** @param {MomentUi} ui @param {Key} title */
  constructor(ui, title) {
    this.ui = ui;
    this.name = "forgotten";
    this.caption = title;
  }

  title() {
    return this.ui.t(this.caption);
  }

  body() {
    const { ui } = this;
    const other = ["time", "adjusted", "retain"].flatMap((type) => ui.legal(type));
    return [
      h("div", { class: "entry", key: "entry" }, entryOf(ui)),
      h(
        "div",
        { class: "list", key: "others" },
        this.opener("deeds", "deeds", "deeds", () => DeedsSheet.ofPlayer(ui, actor(ui))),
        ui.legal("trade").length > 0
          ? this.opener("trade", "trade", "trade", () => new TradeSheet(ui, actor(ui)))
          : null,
        ui.legal("recount").length > 0
          ? this.opener("recount", "recount", "count", () => new RecountSheet(ui, null))
          : null,
        ui.legal("withdraw", "bankrupt").length > 0
          ? this.opener("leave", "leave", "leave", () => new LeaveSheet(ui, null))
          : null,
        other.map((each) =>
          button(
            ui,
            {
              name: `forgotten-${each.type}-${each.player ?? ""}`,
              class: "button wide",
              tap: () => ui.recordAndClose(each.event),
            },
            each.text,
          ),
        ),
      ),
    ];
  }

  /** @param {string} name @param {Key} text @param {IconName} icon @param {() => Sheet} make */
  opener(name, text, icon, make) {
    const { ui } = this;
    return button(
      ui,
      {
        name: `forgotten-${name}`,
        class: "button wide",
        icon,
        tap: () => ui.sheets.open(make()),
      },
      ui.t(text),
    );
  }
}
