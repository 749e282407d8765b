/** Matches an abbreviation whose full stop does not end a sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs)\.$/;

/**
 * Splits Markdown prose into sentences, each on one line. Paragraphs, list items, table rows and headings also end sentences,
 * because they often have no full stop.
 */
export function splitSentences(text: string): string[] {
  return splitBlocks(text).flatMap((block) => {
    const sentences: string[] = [];
    let open = '';
    for (const part of block.split(/(?=\s)(?<=[.!?][)"'`*_\]]*)\s+/)) {
      open = open === '' ? part : `${open} ${part}`;
      if (abbreviation.test(open)) continue;
      sentences.push(open);
      open = '';
    }
    return open === '' ? sentences : [...sentences, open];
  });
}

function splitBlocks(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+\.)\s)/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
}
