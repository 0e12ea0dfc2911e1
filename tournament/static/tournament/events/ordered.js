// ordered choices: buttons move a row up and down, a tick takes it in or out; places follow

for (const list of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-ordered]")
)) {
  for (const row of rowsOf(list)) equip(list, row);
  arrange(list);
  list.closest("form")?.addEventListener("restored", () => follow(list));
}

/**
 * Let the rows stand as the places say that were put back into them.
 * @param {HTMLElement} list
 */
function follow(list) {
  const place = (/** @type {HTMLElement} */ row) => Number(placeOf(row).value) || Infinity;
  list.append(...rowsOf(list).sort((one, other) => place(one) - place(other) || 0));
  for (const row of rowsOf(list)) {
    const tick = /** @type {HTMLInputElement} */ (row.querySelector(".ordered-tick"));
    tick.checked = placeOf(row).value !== "";
  }
  arrange(list);
}

/**
 * @param {HTMLElement} list
 * @returns {HTMLElement[]}
 */
function rowsOf(list) {
  return /** @type {HTMLElement[]} */ ([...list.children]);
}

/**
 * The box that the form sends: the row's place, empty where it is not used.
 * @param {HTMLElement} row
 * @returns {HTMLInputElement}
 */
function placeOf(row) {
  return /** @type {HTMLInputElement} */ (row.querySelector(".ordered-place"));
}

/**
 * Hide the number behind a tick and two buttons.
 * @param {HTMLElement} list
 * @param {HTMLElement} row
 */
function equip(list, row) {
  const place = placeOf(row);
  const name = row.querySelector("strong")?.textContent ?? "";
  const tick = document.createElement("input");
  tick.type = "checkbox";
  tick.checked = place.value !== "";
  tick.ariaLabel = name;
  tick.className = "ordered-tick";
  tick.addEventListener("change", () => {
    place.value = tick.checked ? "1" : "";
    move(list, row, 0);
    // What is moved in a page loses the focus.
    tick.focus();
  });
  place.hidden = true;
  row.prepend(tick);
  const buttons = document.createElement("div");
  buttons.className = "ordered-buttons";
  for (const [step, sign, words] of /** @type {[number, string, string][]} */ ([
    [-1, "↑", list.dataset.up],
    [1, "↓", list.dataset.down],
  ])) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = sign;
    button.ariaLabel = `${words}: ${name}`;
    button.addEventListener("click", () => {
      move(list, row, step);
      // At the end of the way the other button is left to press.
      const next = button.disabled ? buttons.querySelector("button:enabled") : button;
      /** @type {HTMLElement | null} */ (next)?.focus();
    });
    buttons.append(button);
  }
  row.append(buttons);
}

/**
 * Put a row one place up or down among those used; one that is not used stands after them.
 * @param {HTMLElement} list
 * @param {HTMLElement} row
 * @param {number} step
 */
function move(list, row, step) {
  const used = rowsOf(list).filter((each) => placeOf(each).value !== "");
  const at = used.indexOf(row);
  const other = used[at + step];
  if (at < 0) list.append(row);
  else if (step < 0 && other) list.insertBefore(row, other);
  else if (step > 0 && other) list.insertBefore(other, row);
  else if (step === 0)
    list.insertBefore(row, rowsOf(list).find((each) => placeOf(each).value === "") ?? null);
  arrange(list);
  // As if the places had been typed: the form keeps what is not sent.
  row.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Number the rows as they stand; the first has no way up and the last none down.
 * @param {HTMLElement} list
 */
function arrange(list) {
  const rows = rowsOf(list);
  const used = rows.filter((row) => placeOf(row).value !== "");
  used.forEach((row, position) => {
    placeOf(row).value = String(position + 1);
  });
  for (const row of rows) {
    const at = used.indexOf(row);
    row.classList.toggle("off", at < 0);
    const [up, down] = row.querySelectorAll("button");
    if (up) up.disabled = at <= 0;
    if (down) down.disabled = at < 0 || at === used.length - 1;
  }
}
