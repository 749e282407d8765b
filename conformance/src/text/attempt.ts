/** Returns the result of a function; undefined if it throws. */
export function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoded text. Text that cannot be decoded is returned unchanged. */
export const decodePercent = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;
