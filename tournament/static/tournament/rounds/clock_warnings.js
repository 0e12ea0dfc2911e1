// Says once when a clock comes down to one of its marks.

/**
 * Follow the clock that carries `data-warn`, a JSON object of sentences by seconds left: each is said
 * when the time left falls to its mark while somebody looks, not for marks that were passed before.
 * @param {(sentence: string) => void} tell
 */
export function followWarnings(tell) {
  /** @type {number | null} */
  let before = null;
  document.addEventListener("timeleft", (event) => {
    const clock = /** @type {HTMLElement} */ (event.target);
    const left = /** @type {CustomEvent<number>} */ (event).detail;
    const sentences = JSON.parse(clock.dataset.warn ?? "{}");
    const passed = Object.keys(sentences)
      .map(Number)
      .filter((mark) => before !== null && before > mark && left <= mark);
    before = left;
    if (passed.length) tell(sentences[Math.min(...passed)]);
  });
}
