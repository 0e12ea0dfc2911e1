// What a game comes to if time were called now: fills the server's sentences (`if_called.py`) with
// the figures of a board as it is published. Nothing is added up here.

import { filled, money, write } from "../../tournament/public/words.js";

const section = document.getElementById("if-called");

/** @param {string} selector @param {ParentNode | null} [root] */
const find = (selector, root = section) =>
  /** @type {HTMLElement | null} */ (root?.querySelector(selector) ?? null);

/** @param {number} amount */
const sum = (amount) => money(amount, section?.dataset.currency ?? "");

/** @param {string} name @param {Record<string, string>} [values] by their names in the sentence */
function sentence(name, values = {}) {
  const words = /** @type {HTMLTemplateElement | null} */ (find("template[data-words]"));
  const text = words?.content.querySelector(`[data-word="${CSS.escape(name)}"]`)?.textContent ?? "";
  return filled(text, values);
}

/** @param {any} player */
function sumOf(player) {
  if (player.retained === undefined) return sentence("out");
  return sentence("sum", {
    kept: sum(player.retained),
    cash: sum(player.cash),
    income: sum(player.circuit_income),
    final: sum(player.expected),
  });
}

/** @param {any} plan */
function planOf(plan) {
  if (!plan) return "";
  if (!plan.gain) return sentence("no-gain");
  return sentence("gain", { gain: sum(plan.gain), final: sum(plan.final) });
}

/** @param {any} step */
function stepOf({ type, square, count, amount }) {
  const name = type === "sell" || type === "build" ? `${type}-${count}` : type;
  const place = find(`[data-earning="${square}"] bdi`)?.textContent ?? "";
  const item = document.createElement("li");
  item.textContent = sentence(name, { place, amount: sum(amount) });
  return item;
}

/** @param {HTMLElement} line @param {any} player */
function showPlayer(line, player) {
  write(find("[data-sum]", line), sumOf(player));
  const plan = find("[data-plan]", line);
  const text = planOf(player.plan);
  write(plan, text);
  if (plan) plan.hidden = !text;
  const steps = find("[data-steps]", line);
  if (!steps) return;
  steps.replaceChildren(...(player.plan?.steps ?? []).map(stepOf));
  steps.hidden = !steps.childElementCount;
}

/** @param {HTMLElement} row @param {any} deed */
function showDeed(row, deed) {
  row.hidden = deed?.earns === undefined;
  if (row.hidden) return;
  const cell = find("[data-owner]", row);
  const who = find(`[data-called="${CSS.escape(deed.owner)}"] .who`);
  if (cell && who) cell.replaceChildren(who.cloneNode(true));
  const unpaid = deed.mortgaged ? "mortgaged" : "prison";
  write(find("[data-unpaid]", row), deed.earns ? "" : sentence(unpaid));
  write(find("[data-earns]", row), sum(deed.earns));
}

/** Shows a board of the public state, or of a replay, in the page's section. @param {any} board */
export function showIfCalled(board) {
  if (!section) return;
  const told = Object.values(board.players).some((player) => player.retained !== undefined);
  section.hidden = !told;
  for (const [code, player] of Object.entries(board.players)) {
    const line = find(`[data-called="${CSS.escape(code)}"]`);
    if (told && line) showPlayer(line, player);
  }
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (
    section.querySelectorAll("[data-earning]")
  )) {
    showDeed(row, board.deeds[row.dataset.earning ?? ""]);
  }
}
