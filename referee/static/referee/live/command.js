// A command names this site's own address, and can be copied at a tap. Without this script the page
// says where the address belongs.

/**
 * Put the address into a command, and a button into the place that is kept for it.
 * @param {HTMLElement} command
 */
function complete(command) {
  for (const address of command.querySelectorAll("[data-address]")) {
    address.textContent = location.origin;
  }
  if (!navigator.clipboard) return;
  const text = (command.textContent ?? "").trim();
  const { copy = "", copied = "" } = command.dataset;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = copy;
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    said.textContent = ` ${copied}`;
  });
  command.querySelector("[data-copy-here]")?.append(button, said);
}

for (const command of document.querySelectorAll("[data-command]")) {
  if (command instanceof HTMLElement) complete(command);
}
