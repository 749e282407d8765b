/** Tests the table of proofs: each command exists, prints help, refuses a wrong option, and ends on Ctrl+C. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCommand } from '../packages/house-rules/src/run-block.ts';
import { findNear, table } from './table.ts';

const root = join(import.meta.dirname, '..');
const names = table.map(({ name }) => name);
const calls = table.flatMap(({ name, stages = [] }) => [[name], ...stages.map((stage) => [name, stage])]);
const prove = (...words: readonly string[]) =>
  startCommand(process.execPath, ['--expose-gc', join(import.meta.dirname, 'bin/prove.ts'), ...words], {}, 150_000);

test('every room is in the table, with a README that has its last figures', () => {
  const shared = ['bin', 'dist', 'node_modules', 'tools'];
  const rooms = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(rooms.map(({ name }) => name).filter((name) => !shared.includes(name))).toEqual(names.toSorted());
  expect(names.filter((name) => !existsSync(join(import.meta.dirname, name, 'README.md')))).toEqual([]);
});

test('prove and CONTRIBUTING list the table', async () => {
  const { exit, output } = await prove().ended;
  expect(exit, output).toBe(0);
  for (const { name, proves, takes } of table) expect(squeeze(output)).toContain(`\n ${name} ${proves}\n (${takes})\n`);
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const rows = table.map(({ name, proves, takes }) => `| ${name} | ${proves} | ${takes} |`);
  expect(squeeze(/<!-- proofs -->\n(.*)<!-- \/proofs -->/s.exec(guide)?.[1] ?? '')).toBe(
    ['| proof | proves | takes |', '| - | - | - |', ...rows].join('\n'),
  );
});

test.each([
  [['strom'], 'There is no proof "strom". Did you mean storm?\n'],
  [['client'], 'There is no proof "client". Did you mean client-cost, client-install, client-faults?\n'],
  [['test', 'seige'], 'There is no proof "seige". Did you mean siege?\n'],
])('%j is refused with the names that are near', async (words, sentence) => {
  expect(await prove(...words).ended).toMatchObject({ exit: 2, output: sentence });
});

test('a name that resembles no proof gets the names of all', async () => {
  const { exit, output } = await prove('__proto__').ended;
  expect([exit, output]).toEqual([2, `There is no proof "__proto__". There are: ${names.join(', ')}.\n`]);
  expect(findNear('x'.repeat(100_000), names)).toEqual([]);
});

describe.each(calls)('prove %s %s', (...words) => {
  const call = words.filter((word) => typeof word === 'string');

  test('--help', async () => {
    const { exit, output } = await prove(...call, '--help').ended;
    expect(exit, output).toBe(0);
    expect(output).toMatch(/usage:|^ {2}\S+/im);
  });

  test('--nonsense', async () => {
    const { exit, output } = await prove(...call, '--nonsense').ended;
    expect(exit).toBe(2);
    expect(output.trim()).not.toBe('');
    expect(output).not.toMatch(/^ {4}at /m);
  });
});

// Leaves out `second-server`: when it is interrupted, it keeps its results, and its next run would continue from them.
test.each(names.filter((name) => name !== 'second-server'))(
  'prove %s says something before its work is done, and Ctrl+C ends it',
  async (name) => {
    const running = prove(name);
    await running.waitFor(/\S/);
    running.signal('SIGINT');
    const { exit, output } = await running.ended;
    expect(exit, output).not.toBe(0);
    expect(output).not.toMatch(/^ {4}at /m);
  },
);

test('each command of a room is in the table, or a command in the table starts it', () => {
  const helpers = ['bench/bin/kit.ts', 'bench/bin/load.ts', 'bench/bin/peer.ts', 'bench/bin/postgres.ts', 'bench/bin/probe.ts'];
  const commands = calls.map(([name, stage = name]) => `${name}/bin/${stage}.ts`);
  expect(globSync('*/bin/*.ts', { cwd: import.meta.dirname }).sort()).toEqual([...commands, ...helpers].sort());
});

/** Removes the spaces that only align a text's columns. */
function squeeze(text: string): string {
  return text
    .trim()
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/(?<= )-{2,}(?= )/g, '-');
}
