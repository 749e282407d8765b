/** Maximum nesting that is parsed. A JSON parser may have a limit (RFC 8259 §9), and the suite processes values recursively. */
export const deepest = 200;

class TooDeep extends Error {}

/** Parses JSON, and makes the value safe for `String`. @throws Error if the text is not JSON or is nested too deeply */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  tame(value, deepest);
  return value;
}

/** Returns whether a string is JSON that is nested too deeply to be parsed. */
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
  // A field named `toString` or `valueOf` hides the method that `String` calls. `String` uses the property added here instead.
  // This property is not enumerable, so the checks do not see it.
  if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf'))
    Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' });
  for (const one of Object.values(value)) tame(one, levels - 1);
}
