// Under the choice of an edition, its board as the guide draws it. Without this script links lead to the guide's.

/**
 * @param {string} address of the edition's guide
 * @returns {Promise<Element | null>}
 */
async function drawing(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const guide = new DOMParser().parseFromString(await answer.text(), "text/html");
  const board = guide.querySelector("svg.board-drawing");
  // The list of squares that it speaks of is not here, but under the link.
  board?.querySelector("desc")?.remove();
  board?.setAttribute("aria-labelledby", "board-title");
  return board;
}

/**
 * Show the board of what is chosen, now and after each change; while a board cannot be had, none.
 * @param {HTMLElement} figure
 * @param {HTMLFormElement} form
 */
function follow(figure, form) {
  const stage = /** @type {HTMLElement} */ (figure.querySelector("[data-stage]"));
  let shown = "";
  const show = async () => {
    const chosen = String(new FormData(form).get("edition") ?? figure.dataset.edition);
    if (chosen === shown) return;
    shown = chosen;
    const link = figure.querySelector(`a[data-edition="${CSS.escape(chosen)}"]`);
    const board =
      link instanceof HTMLAnchorElement ? await drawing(link.href).catch(() => null) : null;
    // Another may have been chosen while this one was fetched.
    if (shown === chosen) stage.replaceChildren(...(board ? [board] : []));
  };
  form.addEventListener("change", show);
  form.addEventListener("restored", show);
  show();
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-boards]")
)) {
  const form = figure.closest("form");
  if (form) follow(figure, form);
}
