import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @import { PlayerView } from "../runtime/types.js"
 * @import { Desk } from "./desk.js"
 * @import { Child } from "./dom.js"
 * @import { IconName } from "./icons.js"
 *
 * @typedef {{
 *   name: string, tap: () => unknown, class?: string, icon?: IconName, label?: string,
 *   disabled?: boolean, pressed?: boolean,
 * }} ButtonProps `name` is the tap's identity on this screen.
 */

/**
 * A button of at least 56 px that takes the second tap of a bounce for the first.
 *
 * @param {Desk} desk
 * @param {ButtonProps} props
 * @param {...Child} children
 */
export function button(desk, props, ...children) {
  return h(
    "button",
    {
      type: "button",
      class: props.class ?? "button",
      "data-tap": props.name,
      "aria-label": props.label,
      "aria-pressed": props.pressed === undefined ? undefined : String(props.pressed),
      disabled: props.disabled,
      onclick: () => {
        if (desk.tapped(props.name)) props.tap();
      },
    },
    props.icon ? icon(props.icon) : null,
    children,
  );
}

/**
 * One or two letters that tell the players of this table apart.
 *
 * @param {PlayerView} player
 * @param {PlayerView[]} players
 */
export function monogram(player, players) {
  const first = letters(player.name, 1);
  const clash = players.some((each) => each.id !== player.id && letters(each.name, 1) === first);
  if (!clash) return first;
  const two = letters(player.name, 2);
  const again = players.some((each) => each.id !== player.id && letters(each.name, 2) === two);
  return again ? first + (players.indexOf(player) + 1) : two;
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
 * The player's pawn: round for competitors, square for monopolists, in the colour of the box.
 *
 * @param {Desk} desk
 * @param {string} id
 * @param {string} [extra] class
 */
export function token(desk, id, extra = "") {
  const player = desk.player(id);
  return h(
    "span",
    { class: `token ${player.role ?? "unassigned"} ${extra}`, "aria-hidden": "true" },
    monogram(player, desk.view.players),
  );
}

/**
 * @param {Desk} desk
 * @param {string} id
 */
export function playerName(desk, id) {
  return h("bdi", { class: "name" }, desk.player(id).name);
}

/**
 * @param {Desk} desk
 * @param {string | null} role
 */
export function roleWord(desk, role) {
  if (role === "competitor") return desk.t("role.competitor");
  return role === "monopolist" ? desk.t("role.monopolist") : "";
}

/**
 * The refusals of what was just tried: said at once by screen readers.
 *
 * @param {Desk} desk
 */
export function refusals(desk) {
  if (desk.refusals.length === 0 && !desk.unused) return null;
  return h(
    "div",
    { class: "notice bad", role: "alert", key: "refusals" },
    icon("alert"),
    h(
      "div",
      { class: "notice-text" },
      desk.refusals.map((each) => h("p", {}, each.text, rule(desk, each.rule))),
      desk.unused ? h("p", {}, desk.t("dice.unused")) : null,
    ),
  );
}

/**
 * @param {Desk} desk
 * @param {string | null} code such as "R11"
 */
export function rule(desk, code) {
  if (!code) return null;
  const number = code.replace(/^R/, "");
  return h("span", { class: "rule" }, " ", desk.t("rule", { n: number }));
}

/**
 * A choice among a few, as a row of buttons of which one is pressed.
 *
 * @template {string | number} T
 * @param {Desk} desk
 * @param {{name: string, label: string, value: T | null, options: {value: T, text: Child, label?: string}[], choose: (value: T) => void}} props
 */
export function choices(desk, { name, label, value, options, choose }) {
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": label },
    options.map((each) =>
      button(
        desk,
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
 * @param {Desk} desk
 * @param {{name: string, label: string, value: string | null, ids: string[], choose: (id: string) => void}} props
 */
export function playerChoices(desk, { name, label, value, ids, choose }) {
  const options = ids.map((id) => ({
    value: id,
    text: [token(desk, id), playerName(desk, id)],
  }));
  return choices(desk, { name, label, value, options, choose });
}

/**
 * A keypad for an amount: no system keyboard to cover half the screen.
 *
 * @param {Desk} desk
 * @param {{name: string, label: string, value: number | null, set: (value: number | null) => void}} props
 */
export function keypad(desk, { name, label, value, set }) {
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
    h(
      "output",
      { class: "keypad-figure", "aria-label": label },
      value === null ? "–" : desk.money(value),
    ),
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
          "aria-label": desk.t("keypad.erase"),
          onclick: () => set(digits.length > 1 ? Number(digits.slice(0, -1)) : null),
        },
        icon("erase"),
      ),
    ),
  );
}
