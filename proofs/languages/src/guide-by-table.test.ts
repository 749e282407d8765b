/** Tests that the guide names exactly the generators and tools in the table. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generators } from './generators/index.ts';
import { servers } from './servers/index.ts';
import { tools } from './tools/index.ts';

const room = fileURLToPath(new URL('../../../openapi/', import.meta.url));
const guide = readFileSync(`${room}guides/client-in-your-language.md`, 'utf8');
const serverGuide = readFileSync(`${room}guides/server-in-your-language.md`, 'utf8');
const table = readFileSync(`${room}generators/measured-clients.md`, 'utf8');

/** Returns the cells of the row of the guide whose first cell contains a text. */
const rowOf = (text: string): string[] =>
  guide
    .split('\n')
    .find((line) => line.startsWith('| ') && line.split('|')[1]?.includes(text))
    ?.split('|')
    .map((cell) => cell.trim()) ?? [];

/** Splits a list of names, in which `openapi-generator` is written once before the names of its generators. */
function namesIn(cell = ''): string[] {
  let before = '';
  return (cell.split(';')[0] ?? '').split(/, | and /).map((name) => {
    before = name.startsWith('`') ? before : (/^(\S+) `/.exec(name)?.[1] ?? '');
    return (name.startsWith('`') ? `${before} ${name}` : name).replaceAll('`', '');
  });
}

/**
 * Returns a title without its version, without a prefix such as `WireMock, stubs by`, and without a suffix such as
 * `(fetch)`.
 */
const shorten = (title: string): string =>
  title.replace(/^[^,]+, (?:stubs by )?(?=openapi-generator)/, '').replace(/(?<=swagger-codegen) python$| \(.*$| [\d.]+$/, '');

test.each(['3.0', 'plain'] as const)('the guide gives the document %s to those that were run with it', (form) => {
  const run = [...generators, ...servers, ...tools]
    .filter(({ document }) => document === form)
    .map(({ title }) => shorten(title));
  expect(new Set(namesIn(rowOf(`generators-${form}.json`)[2]))).toEqual(new Set(run));
});

test('the guide names each file of settings', () => {
  const files = readdirSync(`${room}generators`).filter((file) => /\.(yaml|toml)$/.test(file));
  expect(files.filter((file) => !(guide + serverGuide).includes(`(../generators/${file})`))).toEqual([]);
});

test('every generator, server and tool has a row in the table', () => {
  const all = [
    ...generators.map(({ title, language }) => `${title} (${language})`),
    ...[...servers, ...tools].map(({ title }) => title),
  ];
  expect(all.filter((title) => !table.includes(`\n| ${title} `))).toEqual([]);
});

test.each(servers)('the guide counts the lines of the server $id as the table does', ({ id, title }) => {
  const linesIn = (text: string, name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith('| ') && line.split('|')[1]?.includes(name))
      ?.split('|')[2]
      ?.trim();
  const counted = linesIn(table, title);
  expect(counted).toMatch(/^\d+$/);
  expect(linesIn(serverGuide, `servers/${id}\``)).toBe(counted);
});
