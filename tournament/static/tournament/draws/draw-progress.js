/** While a draw on the page is open, the page is loaded again every two seconds. */
document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector('[data-draw="open"]')) {
    setTimeout(() => location.reload(), 2000);
  }
});
