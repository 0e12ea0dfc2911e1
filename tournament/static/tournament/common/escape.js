// Escape folds what was unfolded round the focus, and puts the focus on what unfolded it. What was typed there stays.

document.addEventListener("keydown", (event) => {
  const { target, key, isComposing, defaultPrevented } = event;
  if (key !== "Escape" || isComposing || defaultPrevented || !(target instanceof Element)) return;
  // The first Escape in a search empties it.
  if (target instanceof HTMLInputElement && target.type === "search" && target.value) return;
  const unfolded = target.closest("dialog, details[open]");
  if (!(unfolded instanceof HTMLDetailsElement)) return;
  unfolded.open = false;
  unfolded.querySelector("summary")?.focus();
});
