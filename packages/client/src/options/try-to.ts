/** Parses a URL; undefined when it is none. Not URL.canParse, which older browsers lack. */
export function parseUrl(text: unknown): URL | undefined {
  try {
    return new URL(text as string);
  } catch {
    return undefined;
  }
}
