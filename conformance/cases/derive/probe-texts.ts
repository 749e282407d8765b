import { compileSchema } from '../../src/contract/compile-schema.ts';
import type { Schema } from '../../src/contract/contract.ts';

/** Texts that grammars tell apart: signs, digits alone, white space, letters that look like others. */
const probes = [
  ...['$a', 'a', '$Coffee2Go', '123a'],
  ...['$', '$$a', '123', '$1', 'a b', 'a-b', 'a_b', 'a$', 'é', 'coffee\n', ' coffee', 'coffee ', 'coffee\u0663', 'ca\u212Ae'],
];

/** A text, and what a schema says of it. */
export interface ProbedText {
  text: string;
  allowed: boolean;
}

/**
 * Returns texts that a schema with a grammar must take and refuse: the probes, and for each branch of `anyOf` the longest
 * text and one that is a character longer. The compiled schema judges each.
 */
export function probeTexts(schema: Schema): ProbedText[] {
  const branches = (schema.anyOf ?? schema.oneOf ?? [schema]) as Schema[];
  const isAllowed = compileSchema(schema);
  const edges = branches.flatMap((branch) => edgesOf(branch));
  const texts = [...new Set([...probes, ...edges])];
  return texts.map((text) => ({ text, allowed: isAllowed(text) as boolean }));
}

/** Returns the longest texts that a branch allows, and longer ones: they grow from what it begins with. */
function edgesOf(branch: Schema): string[] {
  const { maxLength, pattern } = branch;
  if (typeof maxLength !== 'number') return [];
  const prefix = typeof pattern === 'string' && /^\^\\\$/.test(pattern) ? '$' : '';
  const isAllowed = compileSchema(branch);
  const letters = (length: number): string => 'abcdefghijklmnopqrstuvwxyz'.repeat(Math.ceil(length / 26)).slice(0, length);
  const digits = (length: number): string => `${'1234567890'.repeat(Math.ceil(length / 10)).slice(0, length - 1)}z`;
  const rest = maxLength - prefix.length;
  // Where there are branches, each is tried with other characters.
  const longest = [prefix === '' ? letters(rest) : prefix + digits(rest), grown(branch, maxLength)].find(
    (text) => text !== undefined && isAllowed(text),
  );
  if (longest === undefined)
    throw new Error(`No text of ${maxLength} characters matches ${pattern}: give an example under the schema that can grow.`);
  return [longest, longest === grown(branch, maxLength) ? longest + longest.at(-1) : prefix + letters(rest + 1)];
}

/** Grows an example of a branch to a length, by repeating a character of it. */
function grown(branch: Schema, length: number): string | undefined {
  const [example] = (branch.examples ?? []) as unknown[];
  return typeof example === 'string' ? example.padEnd(length, example.at(-1)) : undefined;
}
