/** Where a word too long for its line may break; the same in every browser and language of a board. */

import { h } from "./dom.js";

const SOFT_HYPHEN = "\u00ad";
/** Shorter words stand on one line of the narrowest square. */
const MIN_HYPHENATED_LENGTH = 6;
/** The fewest letters on either side of a break. */
const MIN_LETTERS_ON_A_SIDE = 3;
const VOWELS = "aeiouyàâäéèêëîïíóôöúùûüœаеёиоуыэюя";
const CONSONANTS = "bcdfghjklmnpqrstvwxzçñбвгджзклмнпрстфхцчшщ";
/** What a syllable begins with: consonants that stay together, or the last one before the vowel. */
const ONSET = new RegExp(
  `(?:[bcdfgkptvбвгдкпт][rlрл]|[cpst]h|[${CONSONANTS}])(?=[${VOWELS}])`,
  "gi",
);

/**
 * A name, of which long words go to the next line first and break only where they may.
 *
 * @param {string} name
 */
export function hyphenatedName(name) {
  return name
    .split(" ")
    .map((word) => [word.length < MIN_HYPHENATED_LENGTH ? word : wordSpan(word), " "]);
}

/** @param {string} word */
function wordSpan(word) {
  return h("span", { class: "word" }, word.includes("-") ? word : hyphenated(word));
}

/** The word with soft hyphens between its syllables. @param {string} word */
function hyphenated(word) {
  return word.replace(ONSET, (onset, at) =>
    at >= MIN_LETTERS_ON_A_SIDE && word.length - at >= MIN_LETTERS_ON_A_SIDE
      ? SOFT_HYPHEN + onset
      : onset,
  );
}
