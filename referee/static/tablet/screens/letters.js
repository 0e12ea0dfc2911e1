const FAMILY = '1em "Tablet Sans"';
/** A letter of each file. */
const EACH = "AĀЯ";
const LONGEST_MS = 1000;

/** The family is there before the first screen, so that nothing moves when it comes; a network that
 * takes longer is not waited for: the device's own letters serve meanwhile. */
export async function loadLetters() {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  await Promise.race([document.fonts.load(FAMILY, EACH).catch(() => undefined), late]);
}
