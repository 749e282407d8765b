/** A full stop after one of these ends no sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs)\.$/;

/**
 * The sentences of Markdown prose, each on one line. Paragraphs, list items, table rows and headings end sentences too,
 * because they often stand without a full stop.
 * @param {string} text
 */
export function splitSentences(text) {
  return splitBlocks(text).flatMap((block) => {
    /** @type {string[]} */
    const sentences = [];
    let open = '';
    for (const part of block.split(/(?<=[.!?][)"'`*_\]]*)\s+/)) {
      open = open === '' ? part : `${open} ${part}`;
      if (abbreviation.test(open)) continue;
      sentences.push(open);
      open = '';
    }
    return open === '' ? sentences : [...sentences, open];
  });
}

/** @param {string} text */
function splitBlocks(text) {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+\.)\s)/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
}
