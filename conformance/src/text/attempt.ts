/** Returns the result of a function, or undefined if it throws. */
export function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Decodes a percent-encoded string. Returns the string unchanged if it cannot be decoded. */
export const decodePercent = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;
