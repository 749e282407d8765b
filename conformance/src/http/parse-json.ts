/** The deepest nesting that is read. A reader may set a limit (RFC 8259 §9): what judges and shows a value goes down by recursion. */
export const deepest = 200;

class TooDeep extends Error {}

/**
 * Parses what a deployment wrote. Every object in it can be made a text of, as by `String`.
 * @throws Error where it is not JSON, or nested deeper than is read
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  tame(value, deepest);
  return value;
}

/** Tells if a text is JSON, and nested deeper than is read. */
export function isTooDeep(text: string): boolean {
  try {
    parseJson(text);
    return false;
  } catch (error) {
    return error instanceof TooDeep;
  }
}

function tame(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new TooDeep();
  // A field of such a name hides the method that `String` calls. What is not enumerable is no part of what was written.
  if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf'))
    Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' });
  for (const one of Object.values(value)) tame(one, levels - 1);
}
