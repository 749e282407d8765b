/**
 * Returns what `make` returns, or undefined when it throws. Used instead of URL.canParse and the like, which older browsers lack.
 */
export function tryTo<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
