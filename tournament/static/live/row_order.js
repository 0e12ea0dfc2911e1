// Rows in another order, with as few as may be moved: a row that is moved is laid out anew, with all
// that is folded away in it.

/**
 * Of rows that want these places, those that may stay: the most that are in order already.
 * @param {number[]} places @returns {Set<number>} their indexes
 */
export function thoseThatStay(places) {
  /** @type {number[]} */
  const lengths = [];
  /** @type {number[]} */
  const before = [];
  for (const [index, place] of places.entries()) {
    lengths[index] = 1;
    before[index] = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const length = (lengths[earlier] ?? 0) + 1;
      if ((places[earlier] ?? 0) < place && length > (lengths[index] ?? 0)) {
        lengths[index] = length;
        before[index] = earlier;
      }
    }
  }
  /** @type {Set<number>} */
  const stay = new Set();
  let at = lengths.indexOf(Math.max(...lengths));
  while (at >= 0) {
    stay.add(at);
    at = before[at] ?? -1;
  }
  return stay;
}

/**
 * Put the children of an element in this order.
 * @template {Element} Row
 * @param {Row[]} current as they are @param {Row[]} ordered the same ones as they should be
 */
export function reorder(current, ordered) {
  const wanted = new Map(ordered.map((row, index) => [row, index]));
  const stay = thoseThatStay(current.map((row) => wanted.get(row) ?? 0));
  const still = new Set([...stay].map((index) => current[index]));
  /** @type {Row | undefined} */
  let last;
  for (const row of ordered) {
    if (!still.has(row)) {
      if (last) last.after(row);
      else row.parentElement?.prepend(row);
    }
    last = row;
  }
}
