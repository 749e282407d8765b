/** Tests that the repository is written in one style: a reader who knows one file knows them all. */
import { expect, test } from 'vitest';
import { checkDialect } from './check-dialect.ts';
import { listFiles, readText } from './repository.ts';

const check = (text: string, file = 'packages/room/src/file.ts') =>
  checkDialect(file, text).map(({ line, message }) => `${line}: ${message}`);

test('every file keeps to it', () => {
  const files = listFiles().filter((file) => /\.[cm]?[jt]s$/.test(file) && !file.startsWith('packages/generated/src/'));
  expect(files.length).toBeGreaterThan(0);
  const offences = files.flatMap((file) =>
    checkDialect(file, readText(file)).map(({ line, message }) => `${file}:${line}: ${message}`),
  );
  expect(offences.join('\n')).toBe('');
});

test.each([
  ['a readonly property', 'interface A {\n  readonly b: string;\n}', '2: `readonly` on a member'],
  ['a readonly index', 'type A = { readonly [key: string]: string };', '1: `readonly` on a member'],
  ['a constant in capitals', 'export const MAX_AGE = 3;', '1: the constant MAX_AGE'],
  ['a test by another name', "import { expect, it } from 'vitest';", '1: a test is declared by `it`'],
  ['a comment that asks', '/** What it is. */\nexport const a = 1;', '1: a doc comment begins with "What"'],
  ['one over several lines', 'interface A {\n  /**\n   * Whether it is.\n   */\n  b: boolean;\n}', '2: a doc comment'],
  [
    'a path with its spaces encoded',
    `const file = new URL('a', import.meta${'.url'}).pathname;`,
    '1: a path is taken from a URL',
  ],
  ['a long file', '// line\n'.repeat(301), '301: the file has 301 lines'],
  ['a command', 'process.exitCode = 1;', '1: the file starts something'],
  ['a command that reads options', 'try {\n  parseArgs({});\n} catch {}', '1: the file starts something'],
])('finds %s', (_, text, message) => {
  expect(check(text)).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['a list that is readonly', 'interface A {\n  b: readonly string[];\n}'],
  ['names in camelCase, and those of others', 'export const maxAge = 3;\nexport const { PATH } = process.env;'],
  ['a readonly property of a class', 'class A {\n  readonly b = 1;\n}'],
  ['a function that sets the exit code', '/** Tells it. */\nexport function tell() {\n  process.exitCode = 1;\n}'],
  ['a file just short enough', '// line\n'.repeat(300)],
])('passes %s', (_, text) => {
  expect(check(text)).toEqual([]);
});

test('passes a command in bin/', () => {
  expect(check('process.exitCode = 1;', 'packages/room/bin/command.ts')).toEqual([]);
});
