import { hash } from 'node:crypto';

/** Computes the SHA-256 of a JSON value: white space, the order of properties and the spelling of numbers do not count (D-20). */
export function fingerprint(value: unknown): Buffer {
  return hash('sha256', JSON.stringify(value, sortProperties), 'buffer');
}

/** Replaces an object by one with its properties in order of their names, so that equal values are equal texts. */
function sortProperties(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // From entries with a null prototype: a property may be called __proto__.
  return Object.assign(Object.create(null), Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
}
