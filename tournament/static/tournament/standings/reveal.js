// reveal: the space bar reveals the next place, once for each time it is pressed

const nextPlace = /** @type {HTMLFormElement | null} */ (
  document.querySelector("[data-reveal-next]")
);
let revealing = false;

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  // On a control the space bar presses that control.
  if (event.key !== " " || event.repeat || target.closest("a, button, input, select, textarea"))
    return;
  event.preventDefault();
  if (nextPlace && !revealing) {
    revealing = true;
    nextPlace.submit();
  }
});
