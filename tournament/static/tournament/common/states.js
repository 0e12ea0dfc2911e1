// What an address says of something that goes on, for pages that follow it.

/**
 * Its answers, one after another. The connection may break and come back: the page says nothing
 * that it does not know.
 * @param {string} address of JSON
 * @param {number} every milliseconds before each question
 * @returns {AsyncGenerator<any, void>}
 */
export async function* statesOf(address, every) {
  for (;;) {
    await new Promise((resume) => setTimeout(resume, every));
    const state = await fetch(address)
      .then((answer) => answer.json())
      .catch(() => null);
    if (state) yield state;
  }
}
