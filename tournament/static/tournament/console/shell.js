// Ctrl-K leads to the search of the shell, and a side bar that is too long shows the open page.

document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const search = document.querySelector("#shell-search");
  if (!(search instanceof HTMLInputElement)) return;
  event.preventDefault();
  search.focus();
  search.select();
});

const sideBar = document.querySelector(".shell");
const openPage = sideBar?.querySelector("[aria-current=page]");
if (sideBar && openPage) {
  const end = Math.min(sideBar.getBoundingClientRect().bottom, innerHeight);
  const below = openPage.getBoundingClientRect().bottom - end;
  if (below > 0) sideBar.scrollTop += below;
}
