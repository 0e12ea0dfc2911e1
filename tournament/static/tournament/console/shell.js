// Ctrl-K leads to the search of the shell.

document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const search = document.querySelector("#shell-search");
  if (!(search instanceof HTMLInputElement)) return;
  event.preventDefault();
  search.focus();
  search.select();
});
