/** The sections of the source document, each with its number of rules. The rules of a section are numbered from 1. */
const sections = new Map(
  Object.entries({
    ...{ '1': 3, '2.1': 4, '2.2': 0, '2.3': 0, '2.4': 0, '3': 0, '4': 0, '4.1': 0, '4.2': 0, '4.3': 2 },
    ...{ '5': 3, '6': 3, '7': 0, '8': 0, '9': 2 },
  }),
);

/**
 * Turns a requirement's sources into numbers to sort by: core requirements by section and rule, then extended ones by decision.
 * @throws Error that says what is wrong with `source` and what to write
 */
export function parseSources(source: unknown, support: unknown): number[][] {
  if (typeof source !== 'string') throw new Error("source is not a string. Write, for example, '§2.1 rule 3' or 'D-05'.");
  return source.split(', ').map((one) => (support === 'core' ? [0, ...parseSection(one)] : [1, parseDecision(one)]));
}

/** Compares two positions, for `sort`. */
export function comparePositions(a: readonly number[], b: readonly number[]): number {
  // Treats a missing number as the lowest, so that a section comes before its rules.
  const differences = Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? -1) - (b[index] ?? -1));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function parseSection(text: string): number[] {
  const [, section = '', rule] = /^§(\d+(?:\.\d+)?)(?: rule ([1-9]\d*))?$/.exec(text) ?? [];
  const rules = sections.get(section);
  if (rules === undefined)
    throw new Error(
      `'${text}' is not a section of the source document. A core requirement cites only sections, such as '§2.1' or '§2.1 rule 3'. Separate several with ', '.`,
    );
  if (rule !== undefined && Number(rule) > rules)
    throw new Error(`'${text}' does not exist, because §${section} has ${rules || 'no'} numbered rules. Cite one that exists.`);
  const [chapter = 0, part = 0] = section.split('.').map(Number);
  return [chapter, part, Number(rule ?? 0)];
}

function parseDecision(text: string): number {
  const [, digits] = /^D-(\d\d)$/.exec(text) ?? [];
  if (digits === undefined)
    throw new Error(
      `'${text}' is not a decision. An extended requirement cites only decisions of x-sources, such as 'D-05'. Separate several with ', '.`,
    );
  return Number(digits);
}

/** Matches an abbreviation whose full stop does not end the sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs)\.$/;

/** Splits Markdown prose into sentences. The end of a paragraph, list item, table row or heading also ends a sentence. */
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
