// How an event is shown elsewhere: a button copies the link, or the code, beside it. Where the browser
// lets no page copy (without HTTPS), the text is selected when it is touched, and there is no button;
// where it refuses to copy this time, the text is selected, too.

for (const button of document.querySelectorAll("[data-copy]")) {
  const id = button.getAttribute("data-copy") ?? "";
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (
    document.getElementById(id)
  );
  field?.addEventListener("focus", () => field.select());
  if (!field || !navigator.clipboard) continue;
  button.removeAttribute("hidden");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.focus();
      return;
    }
    const copied = document.querySelector("[data-copied]");
    if (copied) copied.textContent = button.getAttribute("data-said");
  });
}

export {};
