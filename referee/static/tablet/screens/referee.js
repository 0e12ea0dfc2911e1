/**
 * Who referees with this tablet: kept on it from table to table, logged at each.
 *
 * @import { Ui } from "./ui.js"
 */
import { h } from "./dom.js";

const MAX_NAME = 100;

/** The name, to be given or changed. @param {Ui} ui */
export function refereeField(ui) {
  const { referee } = ui.local;
  /** @param {Event} event */
  const typed = ({ target }) => {
    if (target instanceof HTMLInputElement) referee.typed = target.value;
  };
  return h(
    "label",
    { class: "field", key: "referee" },
    ui.t("referee"),
    h("input", {
      type: "text",
      name: "referee",
      maxlength: String(MAX_NAME),
      autocomplete: "off",
      placeholder: ui.t("referee.name"),
      value: referee.typed ?? ui.state.settings.referee,
      oninput: typed,
      onchange: () => keep(ui),
    }),
  );
}

/** Keep what is typed, and log it where a game is open. @param {Ui} ui */
async function keep(ui) {
  const { typed } = ui.local.referee;
  if (typed !== null) await ui.tablet.setReferee(typed);
  ui.local.referee.typed = null;
  ui.draw();
}
