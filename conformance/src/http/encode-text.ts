/** Encodes a text as part of a URL. Half of a surrogate pair, which a URL cannot hold, becomes U+FFFD. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
