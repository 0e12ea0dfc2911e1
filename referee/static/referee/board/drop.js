// A record can be dropped anywhere on the page instead of being chosen.
// Without this script the form does the same.

const form = document.querySelector("form[data-drop]");
const field = form?.querySelector("input[type=file]");

/** @param {DragEvent} event */
const hasFile = (event) => event.dataTransfer?.types.includes("Files") ?? false;

if (form instanceof HTMLFormElement && field instanceof HTMLInputElement) {
  document.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    form.classList.add("over");
  });
  document.addEventListener("dragleave", () => form.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    if (!hasFile(event) || !event.dataTransfer) return;
    event.preventDefault();
    form.classList.remove("over");
    field.files = event.dataTransfer.files;
    form.requestSubmit();
  });
  field.addEventListener("change", () => {
    if (field.files?.length) form.requestSubmit();
  });
}
