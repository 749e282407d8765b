/** Characters that no eye sees, or that turn the text around them: of terminals, of writing direction, of line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Writes what cannot be seen as escapes, as JSON has them: what is shown is what was sent. */
export function plainText(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Tells whether a text holds characters that cannot be seen. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) >= 0;
}
