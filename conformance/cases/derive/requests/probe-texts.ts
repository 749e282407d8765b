import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { isCertain, textOf } from '../../../src/contract/formats.ts';
import { longestIn } from '../../../src/contract/longest-in.ts';

/** Strings with features that grammars restrict: signs, digits only, white space, look-alike letters, a letter in both cases. */
export const probes = [
  ...['$a', 'a', 'A', '$Coffee2Go', '123a'],
  ...['', '$', '$$a', '123', '$1', 'a b', 'a-b', 'a_b', 'a$', 'é', 'coffee\n', ' coffee', 'coffee ', 'coffee\u0663', 'ca\u212Ae'],
  // Symbols and invisible characters, and letters and digits of other scripts, in several positions.
  ...['a\u0663', '\uff41bc', 'a\u0661', '$a\u06f1\u06f2', '\uff41\uff11', 'a\u00b2', 'a\u09e7', 'caf\u00e9', 'e\u0301a'],
  ...['co\u017fee', 'a\u200b', 'a.b', '\u20aca', 'A1\u2028'],
];

/**
 * Returns the probes and, for each kind of string, the longest allowed string and a string with one character more. Omits
 * allowed strings that a server with a stricter check of the format may refuse.
 */
export function probeTexts(schema: Schema): { text: string; allowed: boolean }[] {
  const isAllowed = compileSchema(schema);
  const texts = new Set([...probes, ...edgesOf(schema, (text) => isAllowed(text))]);
  const probed = [...texts].map((text) => ({ text, allowed: isAllowed(text) as boolean }));
  return probed.filter(({ text, allowed }) => !allowed || isCertain(schema, text.length));
}

const letters = (length: number): string => 'abcdefghijklmnopqrstuvwxyz'.repeat(Math.ceil(length / 26)).slice(0, length);
const digits = (length: number): string => `${'1234567890'.repeat(Math.ceil(length / 10)).slice(0, length - 1)}z`;

/** Returns the longest allowed string of each kind and, unless the schema allows it, a string with one character more. */
function edgesOf(schema: Schema, isAllowed: (text: string) => boolean): string[] {
  const [example = ''] = (schema.examples ?? []) as string[];
  const grown = (length: number): string => example.padEnd(length, example.at(-1));
  const most = longestIn(schema, (length) => isAllowed(grown(length)) || isAllowed(letters(length)));
  if (most === undefined) return [];
  const lengths = Array.from({ length: most }, (_, index) => most - index).filter((length) => isCertain(schema, length));
  if (schema.format !== undefined) {
    const edge = lengths.find((length) => isAllowed(textOf(schema, length)));
    return [...(edge === undefined ? [] : [textOf(schema, edge)]), textOf(schema, most + 1)];
  }
  const sign = /^[^A-Za-z0-9]/.exec(example)?.[0];
  const kinds: [longest: (length: number) => string, longer: (length: number) => string][] = [
    [letters, letters],
    sign === undefined ? [grown, grown] : [(length) => sign + digits(length - 1), (length) => sign + letters(length - 1)],
  ];
  const edges = kinds.flatMap(([longest, longer]) => {
    const edge = lengths.find((length) => isAllowed(longest(length)));
    if (edge === undefined) return [];
    return isAllowed(longer(edge + 1)) ? [longest(edge)] : [longest(edge), longer(edge + 1)];
  });
  if (!edges.some(isAllowed) || edges.every(isAllowed))
    throw new Error(
      `No text at the bounds of ${JSON.stringify(schema.pattern ?? schema.anyOf)} can be made: give an example that can grow.`,
    );
  return edges;
}
