// The words and figures of pages that follow an event, as the server writes them.

/** What sets thousands apart. @type {Record<string, string>} */
const GROUPS = { en: ",", fr: "\u202f", ru: "\u00a0" };

export const language = () => document.documentElement.lang.split("-")[0] ?? "en";

/**
 * A word of the page's `live-words`.
 * @param {string} name
 */
export function word(name) {
  const words = /** @type {HTMLTemplateElement | null} */ (document.getElementById("live-words"));
  const found = words?.content.querySelector(`[data-word="${CSS.escape(name)}"]`);
  return found?.textContent ?? "";
}

/**
 * A sentence whose gaps, names in braces, are filled.
 * @param {string} text
 * @param {Record<string, string>} values
 */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

/**
 * A round's number as people read it: `4 (Final)`.
 * @param {string | number} number
 */
export const roundNumber = (number) => word(`number-${number}`) || String(number);

/**
 * A sum of the game with the edition's sign: `$1,290`, in French and Russian `1 290 $`.
 * @param {number} amount
 * @param {string} currency
 * @param {string} [spoken]
 */
export function money(amount, currency, spoken = language()) {
  const group = GROUPS[spoken] ?? ",";
  const digits = String(Math.abs(amount));
  let figure = digits.slice(-3);
  for (let rest = digits.slice(0, -3); rest; rest = rest.slice(0, -3))
    figure = rest.slice(-3) + group + figure;
  const minus = amount < 0 ? "\u2212" : "";
  if (!currency) return minus + figure;
  return spoken === "fr" || spoken === "ru"
    ? `${minus}${figure}\u00a0${currency}`
    : `${minus}${currency}${figure}`;
}

/**
 * Points as the page's language writes them: `7/2` is 3.5, `10/3` is 3 1/3, `-2` is −2.
 * @param {string} exact
 * @returns {string}
 */
export function pointsText(exact) {
  if (exact.startsWith("-")) return `\u2212${pointsText(exact.slice(1))}`;
  const [above = 0, below = 1] = exact.split("/").map(Number);
  const [whole, rest] = [Math.trunc(above / below), above % below];
  if (rest === 0) return String(whole);
  if ((above * 100) % below === 0) {
    return String((above * 100) / below / 100).replace(".", word("decimal-point") || ".");
  }
  const fraction = [rest, below].join("/");
  return whole ? `${whole} ${fraction}` : fraction;
}

/**
 * The time left as the server writes it: `1:59:05`, `5:00`, `−0:30`.
 * @param {number} seconds
 */
export function countdown(seconds) {
  const whole = Math.abs(Math.floor(seconds));
  const [hours, minutes, rest] = [whole / 3600, (whole / 60) % 60, whole % 60].map(Math.trunc);
  const tail = String(rest).padStart(2, "0");
  const text = hours
    ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}`
    : `${minutes}:${tail}`;
  return (seconds < 0 ? "\u2212" : "") + text;
}

/**
 * The time left as `1:59:05`, below an hour with its unit: `5:00 min`.
 * @param {number} seconds
 */
export const clockFace = (seconds) =>
  Math.abs(Math.floor(seconds)) < 3600
    ? word("minutes").replace("%s", countdown(seconds))
    : countdown(seconds);

/**
 * Write a text where it is another, and mark it as new for a moment. The white space around what the
 * server wrote makes it no other.
 * @param {Element | null | undefined} element
 * @param {string} text
 */
export function write(element, text) {
  if (!(element instanceof HTMLElement) || element.textContent.trim() === text.trim()) return;
  element.textContent = text;
  // The other of two names begins the movement again, without a layout of the page for each text.
  const again = element.classList.contains("is-new");
  element.classList.toggle("is-new", !again);
  element.classList.toggle("is-new-again", again);
}

/**
 * Show in a row of standings what it would be if time were called now.
 * @param {HTMLElement} row with its official rank, none before the first result
 * @param {{ rank: number, points: string } | undefined} now
 */
export function showNow(row, now) {
  const official = row.dataset.rank ? Number(row.dataset.rank) : Number.NaN;
  write(row.querySelector("[data-now-rank]"), now ? String(now.rank) : "–");
  write(row.querySelector("[data-now-points]"), now ? pointsText(now.points) : "");
  const cell = row.querySelector("[data-now]");
  cell?.classList.toggle("projected-up", now !== undefined && now.rank < official);
  cell?.classList.toggle("projected-down", now !== undefined && now.rank > official);
}
