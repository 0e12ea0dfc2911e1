/**
 * The players' word, one after the other: the tablet goes round the table, each reads their own lines
 * and holds their own name.
 *
 * @import { Ui } from "./ui.js"
 */
import { DisputeSheet } from "./dispute.js";
import { h } from "./dom.js";
import { holdButton } from "./hold_button.js";
import { InPlaceSheet } from "./in_place.js";
import { confirmed, disputed } from "./outcome.js";
import { figures, linesOf, linesTable } from "./statement_lines.js";
import { button, playerName, refusals, token } from "./widgets.js";

/** Whether the players have said all they can say here. @param {Ui} ui */
export function handedIn(ui) {
  return ui.finalised || disputed(ui) || confirmed(ui);
}

/** Whose word is missing first, round the table; null when none is. @param {Ui} ui @returns {string | null} */
export function nextToAgree(ui) {
  const given = ui.state.confirmation?.confirmed ?? [];
  return ui.view.required.find((id) => !given.includes(id)) ?? null;
}

/** One player's own screenful: nothing else can be done while it is in their hands. */
export class AgreementSheet {
  /** @param {Ui} ui @param {string} id */
  constructor(ui, id) {
    this.ui = ui;
    this.name = "agreement";
    this.id = id;
  }

  title() {
    const { ui, id } = this;
    return ui.tWithNames("agree.give", { name: playerName(ui, id) });
  }

  body() {
    const { ui, id } = this;
    const shown = figures(ui);
    const result = shown?.statement.players.find((each) => each.id === id);
    if (!shown || !result) return h("p", { class: "quiet" }, ui.t("adjust.working"));
    return [
      h(
        "p",
        { class: "row-line own-total", key: `total-${id}` },
        token(ui, id),
        h("span", {}, ui.t("agree.place", { n: result.place })),
        h("strong", { class: "end" }, ui.money(result.final)),
      ),
      linesTable(ui, linesOf(shown.lines, id)),
      refusals(ui),
      h("div", { class: "sheet-foot", "data-covers": true, key: `foot-${id}` }, this.buttons()),
    ];
  }

  buttons() {
    const { ui, id } = this;
    return [
      holdButton(
        ui,
        { name: `agree-${id}`, held: () => agree(ui, id) },
        ui.tWithNames("agree.hold", { name: playerName(ui, id) }),
      ),
      h(
        "div",
        { class: "actions own-buttons" },
        button(
          ui,
          {
            name: `dispute-${id}`,
            icon: "judge",
            tap: () => ui.sheets.open(new DisputeSheet(ui, id)),
          },
          ui.t("agree.not"),
        ),
        button(
          ui,
          {
            name: `absent-${id}`,
            tap: () => ui.sheets.open(new InPlaceSheet(ui, id, (reason) => agree(ui, id, reason))),
          },
          h("span", {}, ui.tWithNames("agree.cannot", { name: playerName(ui, id) })),
        ),
      ),
    ];
  }
}

/**
 * The player agrees, or the referee in their place; the tablet goes on to the next.
 *
 * @param {Ui} ui
 * @param {string} id
 * @param {string} [reason] why the referee does
 */
export async function agree(ui, id, reason) {
  const answer = await ui.afterOthers(() =>
    ui.tablet.confirm({ players: [id], ...(reason && { reason }) }),
  );
  if (answer.ok) handOn(ui);
  ui.draw();
}

/** The tablet goes on to the next player, or back to the referee. @param {Ui} ui */
export function handOn(ui) {
  const id = handedIn(ui) ? null : nextToAgree(ui);
  if (id === null) ui.sheets.closeAll();
  else ui.sheets.openAlone(new AgreementSheet(ui, id));
}
