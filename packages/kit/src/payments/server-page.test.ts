/**
 * Tests that the code in SERVER.md is the same as in the files that `init --full` writes, which are the files that the suite
 * checks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const room = join(import.meta.dirname, '../..');
const page = readFileSync(join(room, 'SERVER.md'), 'utf8');
const blocks = [...page.matchAll(/^`src\/([\w-]+\.ts)`:\n\n<!-- .* -->\n```ts\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', code]) => ({ file, code }),
);
const templateOf = (file: string) => readFileSync(join(room, 'templates', file), 'utf8');

test('the page shows each file of a server, and SQLite before PostgreSQL', () => {
  expect(blocks.map(({ file }) => file)).toEqual([
    ...['store.ts', 'sql.ts', 'database.ts', 'listen.ts', 'settings.ts', 'server.ts', 'database.ts'],
  ]);
});

test.each(blocks.map(({ file, code }, place) => ({ file: place === 6 ? 'postgres.ts' : file, code })))(
  'the block of $file is templates/$file',
  ({ file, code }) => {
    expect(code).toBe(templateOf(file));
  },
);
