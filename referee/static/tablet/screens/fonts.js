/** The letters that come with the app. */

const FAMILY = '1em "Tablet Sans"';
/** A letter of each file. */
const LETTER_OF_EACH_FILE = "AĀЯ";
const MAX_WAIT_MS = 1000;

/** The family is there before the first screen, so that nothing moves when it comes; a network that
 * takes longer is not waited for: the device's own letters serve meanwhile. */
export async function loadFonts() {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([
    document.fonts.load(FAMILY, LETTER_OF_EACH_FILE).catch(() => undefined),
    late,
  ]);
}
