/** Tests that the table, and the guides made from it, agree with the records of generators and tools. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generators } from './generators/index.ts';
import { servers } from './servers/index.ts';
import { tools } from './tools/index.ts';

const room = fileURLToPath(new URL('../../../openapi/', import.meta.url));
const serverGuide = readFileSync(`${room}guides/server-in-your-language.md`, 'utf8');
const table = readFileSync(`${room}generators/measured-clients.md`, 'utf8');

const withoutPadding = (text: string): string => text.replace(/ +/g, ' ');

test('the guides name each file of settings', () => {
  const files = readdirSync(`${room}generators`).filter((file) => /\.(yaml|toml)$/.test(file));
  expect(files.filter((file) => !(table + serverGuide).includes(`(../generators/${file})`))).toEqual([]);
});

test('every generator and tool has a row in the table, with its document, settings and limits', () => {
  const said = [
    ...generators.flatMap(({ title, language, version, document = '3.1', advice, limits = [] }) => [
      `| ${title} (${language}) | ${version} | ${document} |`,
      ...(advice ? [`| ${title} | ${advice.set} | ${advice.purpose} |`] : []),
      ...limits.map((limit) => `- ${title}: ${limit}.`),
    ]),
    ...tools.flatMap(({ title, kind, version, document = '3.1', limits = [] }) => [
      `| ${title} | ${kind} | ${version} | ${document} |`,
      ...limits.map((limit) => `- ${title}: ${limit}.`),
    ]),
  ];
  const lines = withoutPadding(table);
  expect(said.filter((line) => !lines.includes(`\n${line}`))).toEqual([]);
});

test.each(servers)(
  'the guide counts the lines of the server $id as the table does, which has its document',
  ({ id, title, document = '3.1' }) => {
    const linesIn = (text: string, name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith('| ') && line.split('|')[1]?.includes(name))
        ?.split('|')[2]
        ?.trim();
    const counted = linesIn(table, title);
    expect(counted).toMatch(/^\d+$/);
    expect(withoutPadding(table)).toContain(`\n| ${title} | ${counted} | ${document} |`);
    expect(linesIn(serverGuide, `servers/${id}\``)).toBe(counted);
  },
);
