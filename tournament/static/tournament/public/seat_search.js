// Where do I sit: a name typed is answered with its table and seat in the last round shown.

import { finder } from "../common/search_key.js";
import { word } from "./words.js";

const MAX_ANSWERS = 5;

/**
 * Seats of the last round whose player's name has these words, accents aside.
 * @param {any} state
 * @param {string} typed
 */
export function seatsOf(state, typed) {
  const isMeant = finder(typed);
  const rounds = Object.keys(state.rounds).map(Number);
  const round = String(Math.max(...rounds));
  if (!typed.trim() || rounds.length === 0) return [];
  /** @type {[string, any][]} */
  const tables = Object.entries(state.rounds[round].tables);
  return tables.flatMap(([table, { seats }]) =>
    Object.entries(/** @type {Record<string, any>} */ (seats))
      .map(([seat, { player }]) => ({ round, table, seat, name: state.players[player].name }))
      .filter(({ name }) => isMeant(name)),
  );
}

/** @param {() => Promise<any>} newest the state as it is now */
export function prepareSeatSearch(newest) {
  const form = document.getElementById("seat-search");
  const field = form?.querySelector("input");
  const answers = form?.querySelector("[data-answers]");
  if (!form || !field || !answers) return;
  field.addEventListener("input", async () => {
    const state = await newest();
    const found = seatsOf(state, field.value);
    const lines = found.slice(0, MAX_ANSWERS).map(({ round, table, seat, name }) => {
      const line = document.createElement("li");
      const link = document.createElement("a");
      link.href = `r/${round}/t/${table}/`;
      const who = document.createElement("bdi");
      who.textContent = name;
      const place = word("sits").replace("%r", round).replace("%t", table).replace("%s", seat);
      link.append(who, ` – ${place}`);
      line.append(link);
      return line;
    });
    if (field.value.trim() && lines.length === 0) {
      const line = document.createElement("li");
      line.textContent = word("sits-nowhere");
      lines.push(line);
    }
    answers.replaceChildren(...lines);
  });
}
