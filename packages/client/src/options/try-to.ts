/** Returns what `make` returns; undefined where it throws. Not URL.canParse and its like, which older browsers lack. */
export function tryTo<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
