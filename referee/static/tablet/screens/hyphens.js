/** Where a word too long for its line may break; the same in every browser and language of a board. */

const SOFT_HYPHEN = "\u00ad";
/** Shorter words stand on one line of the narrowest square. */
const LONG = 8;
/** The fewest letters on either side of a break. */
const LEAST = 3;
const VOWELS = "aeiouyàâäéèêëîïíóôöúùûüœаеёиоуыэюя";
const CONSONANTS = "bcdfghjklmnpqrstvwxzçñбвгджзклмнпрстфхцчшщ";
/** What a syllable begins with: consonants that stay together, or the last one before the vowel. */
const ONSET = new RegExp(
  `(?:[bcdfgkptvбвгдкпт][rlрл]|[cpst]h|[${CONSONANTS}])(?=[${VOWELS}])`,
  "gi",
);

/** Whether a word may need more than a line. @param {string} word */
export function isLong(word) {
  return word.length >= LONG && !word.includes("-");
}

/** The word with soft hyphens between its syllables. @param {string} word */
export function hyphenated(word) {
  return word.replace(ONSET, (onset, at) =>
    at >= LEAST && word.length - at >= LEAST ? SOFT_HYPHEN + onset : onset,
  );
}
