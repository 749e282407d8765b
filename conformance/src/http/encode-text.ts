/** Encodes a text as a part of a URL. Half of a character, which no URL can hold, becomes U+FFFD. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
