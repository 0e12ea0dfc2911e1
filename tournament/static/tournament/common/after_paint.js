// Puts off what takes long until the page has shown that it was tapped.

/** @type {Set<() => void>} */
const waiting = new Set();

/**
 * Do something once the next frame is painted; asked for again meanwhile, it is done once.
 * @param {() => void} work
 */
export function afterPaint(work) {
  if (waiting.has(work)) return;
  waiting.add(work);
  requestAnimationFrame(() =>
    setTimeout(() => {
      waiting.delete(work);
      work();
    }),
  );
}
