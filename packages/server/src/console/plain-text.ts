/**
 * Characters that are invisible, or that act on the text around them: control characters, marks of writing direction, line
 * separators.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Replaces invisible characters by escapes as in JSON, so that the page shows what was sent. */
export function plainText(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns whether a text contains invisible characters. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) >= 0;
}
