/**
 * What French leaves out before a name that begins with a vowel: "d’Ada", as the server's sentences
 * have it (`scoring/game/elision.py`).
 */
const BEFORE_A_NAME = /(?<!\p{L})([dDqQ]u?)e \{(\w+)\}/gu;
const ISOLATES = /^[\u2066-\u2069]+/;
const VOWEL = /^(?:[AEIOUŒÆ]|Y[b-df-hj-np-tv-xz]|H[eioyu]|Hadrien)/;

/**
 * A sentence whose `{holes}` are to be filled, with "d’{name}" and "qu’{name}" where what comes there
 * asks for it.
 *
 * @param {string} sentence
 * @param {(hole: string) => string} textOf
 */
export function elided(sentence, textOf) {
  return sentence.replace(BEFORE_A_NAME, (found, stem, hole) =>
    VOWEL.test(textOf(hole).replace(ISOLATES, "").normalize("NFD")) ? `${stem}’{${hole}}` : found,
  );
}
