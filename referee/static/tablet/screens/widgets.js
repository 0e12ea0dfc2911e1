/**
 * What screens are made of: buttons, choices, names, keypads.
 *
 * @import { PlayerView } from "../runtime/types.js"
 * @import { Ui } from "./ui.js"
 * @import { Child } from "./dom.js"
 * @import { IconName } from "./icons.js"
 *
 * @typedef {{
 *   name: string, tap: () => unknown, class?: string, icon?: IconName, label?: string,
 *   disabled?: boolean, pressed?: boolean, repeatable?: boolean,
 * }} ButtonProps `name` is what the tap means: a button that comes to mean something else gets
 *   another one; `repeatable`: it may be tapped in quick succession
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { sentence } from "./sentences.js";
import { sign } from "./signs.js";

export { rule, sentence } from "./sentences.js";

/**
 * A button of at least 56 px that begins nothing twice.
 *
 * @param {Ui} ui
 * @param {ButtonProps} props
 * @param {...Child} children
 */
export function button(ui, props, ...children) {
  return h(
    "button",
    {
      type: "button",
      class: props.class ?? "button",
      "data-tap": props.name,
      "data-repeatable": props.repeatable,
      "aria-label": props.label,
      "aria-pressed": props.pressed === undefined ? undefined : String(props.pressed),
      disabled: props.disabled,
      onclick: () => ui.actOnce(props.name, props.tap),
    },
    props.icon ? icon(props.icon) : null,
    children,
  );
}

/**
 * Empties what is half entered, which outlives a reload and the way back.
 *
 * @param {Ui} ui
 * @param {() => unknown} tap
 */
export function clearButton(ui, tap) {
  return button(ui, { name: "clear", class: "button wide", icon: "erase", tap }, ui.t("clear"));
}

/** Cyrillic letters that look like Latin ones, each with the one it looks like. */
const LOOK_ALIKE = new Map(
  [..."АВЕКМНОРСТУХІЈЅаеорсухіјѕ"].map((each, at) => [each, "ABEKMHOPCTYXIJSaeopcyxijs"[at]]),
);

/**
 * One or two letters that tell the players of this table apart; one alone may not look like another's.
 *
 * @param {PlayerView} player
 * @param {PlayerView[]} players
 */
export function monogram(player, players) {
  const [one, two] = [letters(player.name, 1), letters(player.name, 2)];
  /** @param {number} count */
  const looksLikeAnother = (count) =>
    players.some(
      ({ id, name }) =>
        id !== player.id && lookOf(letters(name, count)) === lookOf(letters(player.name, count)),
    );
  if (!looksLikeAnother(1)) return one;
  return looksLikeAnother(2) ? one + (players.indexOf(player) + 1) : two;
}

/** @param {string} text */
function lookOf(text) {
  return [...text].map((letter) => LOOK_ALIKE.get(letter) ?? letter).join("");
}

/**
 * @param {string} name
 * @param {number} count
 */
function letters(name, count) {
  const [head = "?", second = ""] = [...name.trim()];
  return head.toLocaleUpperCase() + (count > 1 ? second.toLocaleLowerCase() : "");
}

/**
 * The player's pawn: round for competitors, square for monopolists, in the colour of the box, with
 * the player's own sign.
 *
 * @param {Ui} ui
 * @param {string} id
 * @param {string} [extra] class
 */
export function token(ui, id, extra = "") {
  const player = ui.player(id);
  return h(
    "span",
    { class: `token ${player.role ?? "unassigned"} ${extra}`, "aria-hidden": "true" },
    sign(player, ui.view.players),
    h("b", {}, monogram(player, ui.view.players)),
  );
}

/**
 * @param {Ui} ui
 * @param {string} id
 */
export function playerName(ui, id) {
  return h("bdi", { class: "name" }, ui.player(id).name);
}

/**
 * @param {Ui} ui
 * @param {string | null} role
 */
export function roleWord(ui, role) {
  if (role === "competitor") return ui.t("role.competitor");
  return role === "monopolist" ? ui.t("role.monopolist") : "";
}

/**
 * The refusals of what was just tried: said at once by screen readers.
 *
 * @param {Ui} ui
 */
export function refusals(ui) {
  if (ui.refusals.length === 0 && !ui.dice.unusable) return null;
  return h(
    "div",
    { class: "notice bad", role: "alert", key: "refusals" },
    icon("alert"),
    h(
      "div",
      { class: "notice-text" },
      ui.refusals.map((each) => sentence(ui, each)),
      ui.dice.unusable ? h("p", {}, ui.t("dice.unused")) : null,
    ),
  );
}

/**
 * A choice among a few, as a row of buttons of which one is pressed.
 *
 * @template {string | number} T
 * @param {Ui} ui
 * @param {{name: string, label: string, value: T | null, options: {value: T, text: Child, label?: string}[], choose: (value: T) => void}} props
 */
export function choices(ui, { name, label, value, options, choose }) {
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": label },
    options.map((each) =>
      button(
        ui,
        {
          name: `${name}-${each.value}`,
          class: "choice",
          pressed: each.value === value,
          label: each.label,
          tap: () => choose(each.value),
        },
        each.text,
      ),
    ),
  );
}

/**
 * A row of the table's players to choose from.
 *
 * @param {Ui} ui
 * @param {{name: string, label: string, value: string | null, ids: string[], choose: (id: string) => void}} props
 */
export function playerChoices(ui, { name, label, value, ids, choose }) {
  const options = ids.map((id) => ({
    value: id,
    text: [token(ui, id), playerName(ui, id)],
  }));
  return choices(ui, { name, label, value, options, choose });
}

/**
 * A keypad for an amount: no system keyboard to cover half the screen.
 *
 * @param {Ui} ui
 * @param {{name: string, label: string, value: number | null, set: (value: number | null) => void,
 *   figure?: boolean}} props `figure`: whether the amount is shown above; else it stands beside
 */
export function keypad(ui, { name, label, value, set, figure = true }) {
  const digits = value === null ? "" : String(value);
  /** @param {string} more */
  const append = (more) => {
    const next = (digits + more).slice(0, 6);
    if (next !== "") set(Number(next));
  };
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"];
  return h(
    "div",
    { class: "keypad", role: "group", "aria-label": label },
    figure
      ? h(
          "output",
          { class: "keypad-figure", "aria-label": label },
          value === null ? "–" : ui.money(value),
        )
      : null,
    h(
      "div",
      { class: "keypad-keys" },
      keys.map((key) =>
        h(
          "button",
          {
            type: "button",
            class: "key",
            "data-tap": `${name}-${key}`,
            "data-repeatable": true,
            onclick: () => append(key),
          },
          key,
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "key",
          "data-tap": `${name}-erase`,
          "data-repeatable": true,
          "aria-label": ui.t("keypad.erase"),
          onclick: () => set(digits.length > 1 ? Number(digits.slice(0, -1)) : null),
        },
        icon("erase"),
      ),
    ),
  );
}
