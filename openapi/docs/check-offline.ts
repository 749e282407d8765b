/** @throws Error that lists what a browser would load from outside, such as an image in the contract's words */
export function checkOffline(page: string): void {
  const left = [
    ...page.matchAll(
      /<(?:link|script|img|iframe|source|video|audio|object|embed|image)\b[^<>]*?\b(?:href|src|srcset|data)=["']?([^"'\s>]+)/gi,
    ),
    ...page.matchAll(/(?:url\(|@import )\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi),
  ].flatMap(([, url = '']) => (url.startsWith('data:') ? [] : [url]));
  if (left.length > 0) {
    throw new Error(
      `The docs are not offline: a browser would load ${[...new Set(left)].join(', ')}. Take it out of the contract or the guide that asks for it.`,
    );
  }
}
