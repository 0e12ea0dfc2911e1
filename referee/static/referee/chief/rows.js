// rows of fields, as on a sheet: Enter goes to the same field of the next row instead of sending

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (
  document.querySelectorAll("[data-rows]")
)) {
  table.addEventListener("keydown", (event) => {
    const field = event.target;
    const moves = event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!moves || !isField(field)) return;
    event.preventDefault();
    const next = below(table, field, event.shiftKey ? -1 : 1);
    next?.focus();
    if (next instanceof HTMLInputElement) next.select();
  });
}

/**
 * @param {EventTarget | null} target
 * @returns {target is Field}
 */
function isField(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/**
 * The field of the same kind in the nearest row below (or above, for -1) that has one.
 * @param {HTMLTableElement} table
 * @param {Field} field
 * @param {1 | -1} direction
 * @returns {Field | null}
 */
function below(table, field, direction) {
  const kind = kindOf(field);
  const column = /** @type {Field[]} */ ([
    ...table.querySelectorAll("input:not([type=hidden]), select"),
  ]).filter((each) => kindOf(each) === kind);
  return column[column.indexOf(field) + direction] ?? null;
}

/**
 * What the field says of its row: its name without the row's.
 * @param {Field} field
 */
function kindOf(field) {
  return field.name.replace(/^[^-]*-/u, "");
}
