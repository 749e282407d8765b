/** Tests the table of conditions: each row must name an existing test or an existing variant. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variants } from '../variants/index.ts';

const rows = readFileSync(join(import.meta.dirname, '../CONDITIONS.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2);

test('there are forty conditions, each once', () => {
  const conditions = rows.map((row) => row.split(' | ')[0]);
  expect(new Set(conditions).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(40);
});

test.each(rows)('%s', (row) => {
  const variant = /the variant `([\w-]+)` +\|$/.exec(row)?.[1];
  if (variant !== undefined) return expect(variants.map(({ id }) => id)).toContain(variant);
  const [, file = '', name = ''] = /\]\((src[^)]+)\): (.+?) +\|$/.exec(row) ?? [];
  // The name must be the title of a test or an entry in a table of tests. A comment that contains the name does not count.
  const named = readFileSync(join(import.meta.dirname, '..', file), 'utf8').match(
    /(?<=^\W*(?:(?:test|describe)\b.*?)?')[^']+(?=')/gm,
  );
  expect(
    named?.some((one) => one.includes(name)),
    `${file} has no test ${name}`,
  ).toBe(true);
});
