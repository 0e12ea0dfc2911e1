// JSON Merge Patch (RFC 7396): how a version of an event is made of the one before.

/** @typedef {null | boolean | number | string | Json[] | { [name: string]: Json }} Json */
/** @typedef {{ [name: string]: Json }} JsonObject */

/**
 * Whether a value is an object, not a list and not null.
 * @param {Json | undefined} value
 * @returns {value is JsonObject}
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The document that a patch makes of another. Neither is changed; what the patch does not touch is
 * the very same object in both, so that who shows a part sees by `===` that it did not change.
 * @param {Json | undefined} document
 * @param {Json} patch
 * @returns {Json}
 */
export function merged(document, patch) {
  if (!isObject(patch)) {
    return patch;
  }
  // A map and `fromEntries`: a member named `__proto__` is a member like any other.
  const members = new Map(Object.entries(isObject(document) ? document : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      members.delete(name);
    } else {
      members.set(name, merged(members.get(name), value));
    }
  }
  return Object.fromEntries(members);
}
