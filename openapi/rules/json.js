/**
 * Whether a value is a JSON object.
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The entries of a JSON object; of anything else none.
 * @param {unknown} value
 * @returns {[string, any][]}
 */
export function entriesOf(value) {
  return isObject(value) ? Object.entries(value) : [];
}

/**
 * The items of a JSON array; of anything else none.
 * @param {unknown} value
 * @returns {any[]}
 */
export function itemsOf(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * Whether a value is a string that says something.
 * @param {unknown} value
 * @returns {value is string}
 */
export function isText(value) {
  return typeof value === 'string' && value.trim() !== '';
}

/**
 * The members of an object that are not among those known.
 * @param {unknown} value
 * @param {readonly string[]} known
 */
export function unknownKeys(value, known) {
  return entriesOf(value)
    .map(([key]) => key)
    .filter((key) => !known.includes(key));
}
