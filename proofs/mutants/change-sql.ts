import type { Change } from './mutant.ts';

/** SQL tokens that decide which rows match, and their replacements. */
const swapped: [RegExp, string][] = [
  [/(?<![<>!])<(?![=>])/g, '<='],
  [/<=/g, '<'],
  [/(?<![<=])>(?!=)/g, '>='],
  [/>=/g, '>'],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b(?! (?:REPLACE|IGNORE))/g, 'AND'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bDESC\b/g, 'ASC'],
  [/ OR REPLACE\b/g, ''],
  [/ ON CONFLICT DO NOTHING/g, ''],
];

/** Returns whether a text is an SQL statement. */
export function isSql(text: string): boolean {
  return /\b(SELECT|UPDATE|INSERT|DELETE)\b/.test(text);
}

/** Proposes a change for each such token in a statement. */
export function changeSql(text: string): Change[] {
  return swapped.flatMap(([token, replacement]) =>
    [...text.matchAll(token)].map(({ 0: found, index }) => ({ start: index, end: index + found.length, replacement })),
  );
}
