// The form in which names are looked for, as the server's search has it: small letters, accents taken off.

/** Letters whose strokes and ties are no accents to Unicode. */
const PLAIN = new Map(Object.entries({ ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i" }));

/** @param {string} text */
export function searchKey(text) {
  const parts = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "");
  return [...parts].map((letter) => PLAIN.get(letter) ?? letter).join("");
}

/**
 * Whether every word that was typed stands in a text.
 * @param {string} typed
 * @returns {(text: string) => boolean}
 */
export function finder(typed) {
  const words = searchKey(typed).split(/\s+/).filter(Boolean);
  return (text) => {
    if (words.length === 0) return true;
    const key = searchKey(text);
    return words.every((word) => key.includes(word));
  };
}
