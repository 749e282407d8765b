/** Tests that SERVER.md shows the files that `init --full` writes: readers must see the code that the suite checks. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const room = join(import.meta.dirname, '../..');
const page = readFileSync(join(room, 'SERVER.md'), 'utf8');

test('the page shows each file of a server, and SQLite before PostgreSQL', () => {
  const shown = [...page.matchAll(/^`src\/([\w-]+\.ts)`:\n\n<!-- skip: it is templates\/([\w-]+\.ts), .* -->\n```ts$/gm)];
  expect(shown.map(([, file, template]) => (file === template ? file : `${file} from ${template}`))).toEqual([
    ...['store.ts', 'sql.ts', 'database.ts', 'listen.ts', 'settings.ts', 'server.ts', 'database.ts from postgres.ts'],
  ]);
  expect(page.match(/^```ts$/gm)).toHaveLength(shown.length);
});

test('each block of the page is the template that it names', () => {
  const stale = execFileSync(process.execPath, [join(room, 'bin/write-server-page.ts'), '--check'], { encoding: 'utf8' });
  expect(JSON.parse(stale), 'SERVER.md is stale: run `npm run generate` and commit what it writes.').toEqual([]);
});
