/**
 * Takes the paragraph that begins with these words, in bold or not, out of a text: a guide shows it where it belongs.
 * @throws Error that quotes the words when no paragraph begins with them
 */
export function takeParagraph(text: string, beginning: string): string {
  const found = paragraphsOf(text).find((paragraph) => begins(paragraph, beginning));
  if (found === undefined) throw new Error(`The contract's description has no paragraph that begins with "${beginning}".`);
  return found;
}

/** Leaves out the paragraphs that begin with any of these words. */
export function withoutParagraphs(text: string, beginnings: readonly string[]): string {
  return paragraphsOf(text)
    .filter((paragraph) => !beginnings.some((beginning) => begins(paragraph, beginning)))
    .join('\n\n');
}

function paragraphsOf(text: string): string[] {
  return text.trim().split(/\n{2,}/);
}

function begins(paragraph: string, words: string): boolean {
  return paragraph.replace(/^\*\*/, '').startsWith(words);
}
