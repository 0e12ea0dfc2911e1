/**
 * The deeds of a final position: whose each is, what stands on it, whether it is mortgaged.
 *
 * @import { SquareView } from "../runtime/types.js"
 * @import { BoardEntry, Deed } from "./board_entry.js"
 * @import { Ui } from "./ui.js"
 */
import { cityNumbers } from "./board.js";
import { groupName } from "./deeds.js";
import { h } from "./dom.js";
import { button, token } from "./widgets.js";

const MAX_IMPROVEMENTS = 5;

/**
 * Every deed of the board, by city.
 *
 * @param {Ui} ui
 * @param {{entry: BoardEntry, disabled: boolean, tap: (square: number) => void,
 *   changed: () => void}} props `tap`: the deed is given, or taken back; `changed`: what is on it
 */
export function deedList(ui, props) {
  const { squares } = ui.view;
  const numbers = cityNumbers(squares);
  const deeds = squares.filter((each) => each.price !== null);
  const groups = [...new Set(deeds.map((each) => each.city ?? each.kind))];
  return h(
    "div",
    { class: "final-position-deeds" },
    groups.map((group) =>
      h(
        "section",
        { class: "final-position-group" },
        h(
          "h3",
          {},
          h("span", { class: `dot city-${numbers.get(group) ?? "none"}` }),
          groupName(ui, group),
        ),
        deeds
          .filter((each) => (each.city ?? each.kind) === group)
          .map((each) => deedRow(ui, each, props)),
      ),
    ),
  );
}

/** @param {Ui} ui @param {SquareView} square @param {Parameters<typeof deedList>[1]} props */
function deedRow(ui, square, { entry, disabled, tap, changed }) {
  const deed = entry.deeds.get(square.square);
  /** @param {Partial<Deed>} change */
  const set = (change) => {
    if (deed) entry.deeds.set(square.square, { ...deed, ...change });
    changed();
  };
  return h(
    "div",
    { class: "final-position-deed", key: `final-position-${square.square}` },
    button(
      ui,
      {
        name: `final-deed-${square.square}`,
        class: "choice row",
        pressed: deed !== undefined,
        disabled,
        tap: () => tap(square.square),
      },
      square.name,
      deed ? token(ui, deed.owner, "small end") : null,
    ),
    deed
      ? h(
          "div",
          { class: "choices" },
          buildings(ui, square, deed, set),
          mortgage(ui, square, deed, set),
        )
      : null,
  );
}

/** @param {Ui} ui @param {SquareView} square @param {Deed} deed @param {(change: Partial<Deed>) => void} set */
function buildings(ui, { square, name, city }, { improvements, mortgaged }, set) {
  if (city === null || mortgaged) return null;
  return [
    button(ui, {
      name: `less-${square}`,
      class: "choice",
      icon: "minus",
      label: `${name}: ${ui.t("deed.sell")}`,
      disabled: improvements === 0,
      tap: () => set({ improvements: improvements - 1 }),
    }),
    h("output", { class: "count", "aria-label": ui.t("final_position.buildings") }, improvements),
    button(ui, {
      name: `more-${square}`,
      class: "choice",
      icon: "plus",
      label: `${name}: ${ui.t("deed.build")}`,
      disabled: improvements === MAX_IMPROVEMENTS,
      tap: () => set({ improvements: improvements + 1 }),
    }),
  ];
}

/** @param {Ui} ui @param {SquareView} square @param {Deed} deed @param {(change: Partial<Deed>) => void} set */
function mortgage(ui, { square, name }, { improvements, mortgaged }, set) {
  if (improvements > 0) return null;
  return button(ui, {
    name: `mortgaged-${square}`,
    class: "choice",
    pressed: mortgaged,
    icon: "mortgage",
    label: `${name}: ${ui.t("square.mortgaged")}`,
    tap: () => set({ mortgaged: !mortgaged }),
  });
}
