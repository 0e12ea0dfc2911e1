import { h } from "./dom.js";
import { LeaveSheet } from "./leave.js";
import { button } from "./parts.js";
import { RecountSheet } from "./recount.js";
import { QuickSheet } from "./quick.js";

/** @import { Desk } from "./desk.js" */

/** What is rarely needed, one step away. */
export class MoreSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.name = "more";
  }

  title() {
    return this.desk.t("more");
  }

  body() {
    const { desk } = this;
    const { pausedSince, status } = desk.view;
    return h(
      "div",
      { class: "list" },
      desk.legal("recount").length > 0
        ? button(
            desk,
            {
              name: "recount",
              class: "button wide",
              icon: "count",
              tap: () => desk.open(new RecountSheet(desk, null)),
            },
            desk.t("recount"),
          )
        : null,
      desk.legal("withdraw", "bankrupt").length > 0
        ? button(
            desk,
            {
              name: "leave",
              class: "button wide",
              icon: "leave",
              tap: () => desk.open(new LeaveSheet(desk, null)),
            },
            desk.t("leave"),
          )
        : null,
      desk
        .legal("time")
        .map((each) =>
          button(
            desk,
            { name: "time", class: "button wide", icon: "clock", tap: () => this.send(each.event) },
            each.text,
          ),
        ),
      status === "finished"
        ? null
        : button(
            desk,
            {
              name: "pause",
              class: "button wide",
              icon: "clock",
              tap: () => this.toggle(pausedSince === null),
            },
            desk.t(pausedSince === null ? "pause" : "resume"),
          ),
      !desk.lastEntry()
        ? button(
            desk,
            {
              name: "quick",
              class: "button wide",
              icon: "flag",
              tap: () => desk.open(new QuickSheet(desk)),
            },
            desk.t("quick"),
          )
        : null,
    );
  }

  /** @param {boolean} pause or go on */
  async toggle(pause) {
    const { tablet } = this.desk;
    await (pause ? tablet.pause(this.desk.t("pause.reason")) : tablet.resume());
    this.desk.closeAll();
  }

  /** @param {import("../runtime/types.js").BoardEvent} event */
  async send(event) {
    const outcome = await this.desk.record(event);
    if (outcome.recorded) this.desk.closeAll();
  }
}
