/** Tests that every command prints help, and reports a wrong option in one sentence without a stack trace. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readText, root } from './repository.ts';
import { startCommand } from './run-block.ts';

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
/** Returns the program to which an npm script passes its options, directly or through a shell script. */
const programOf = (script: string): string =>
  /(?:node|run\.sh) (?:--\S+ )*(\S+\.ts)$/.exec(script)?.[1] ??
  /(\S+\.ts) "\$@"/.exec(readText(/^exec sh (\S+\.sh)$/.exec(script)?.[1] ?? 'package.json'))?.[1] ??
  '';
/** The npm scripts that run programs of ours, except the one that runs the tests. */
const commands = Object.entries(scripts)
  .map(([name, script]) => [name, programOf(script)] as const)
  .filter(([name, file]) => file !== '' && name !== 'test');

describe.each(commands)('npm run %s', (_, file) => {
  const run = (option: string) => startCommand(process.execPath, [file, option], {}, 150_000).ended;

  test('--help', async () => {
    const { exit, output } = await run('--help');
    expect(exit, output).toBe(0);
    expect(output).toMatch(/\S+\.\n/);
    expect(output).toMatch(/usage:|^ {2}\S+/im);
  });

  test('--nonsense', async () => {
    const { exit, output } = await run('--nonsense');
    expect(exit).toBe(2);
    expect(output.trim()).not.toBe('');
    expect(output).not.toMatch(/^ {4}at /m);
  });
});

test.each(['matrix', 'owed'])('npm run %s says something before its work is done, and Ctrl+C ends it', async (name) => {
  const running = startCommand(process.execPath, [new Map(commands).get(name) ?? ''], {}, 150_000);
  (await running.waitFor(/\S/))[0];
  running.signal('SIGINT');
  const { exit, output } = await running.ended;
  expect(exit, output).not.toBe(0);
  expect(output).not.toMatch(/^ {4}at /m);
});

describe('what lies where something is to be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-commands-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const notes = join(folder, 'client/notes.txt');
  for (const room of ['client', 'server']) mkdirSync(join(folder, room));
  writeFileSync(notes, 'mine');
  writeFileSync(join(folder, 'server/package.json'), '{ "name": "@payment-invoice/server" }');

  test.each([
    ['scripts/packages/pack.ts', ['--out', folder], 'client exists, but was not written'],
    ['scripts/packages/pack.ts', ['--out', folder, '--room', 'packages/server'], 'server exists, but was not written'],
    ['scripts/packages/pack.ts', ['--out', notes], 'is not a folder'],
    ['scripts/packages/pack.ts', ['--out='], '--out is empty'],
    ['packages/generated/bin/generate.ts', ['--out', notes], 'is not a folder'],
    ['packages/generated/bin/generate.ts', ['--out='], '--out is empty'],
    ['packages/generated/bin/generate.ts', ['--contract', folder], 'is no file'],
    ['openapi/bin/build-docs.ts', ['--contract', folder], 'There is no contract at'],
    ['openapi/bin/check-breaking.ts', ['--contract='], 'There is no contract at'],
  ])('%s %j: stays, and is spoken of', async (file, args, sentence) => {
    const { exit, output } = await startCommand(process.execPath, [join(root, file), ...args], {}, 150_000, folder).ended;
    expect(output).toContain(sentence);
    expect(exit).toBe(2);
    expect(readFileSync(notes, 'utf8')).toBe('mine');
  });
});

test.each([
  'conformance/bin/conformance.ts --help',
  'conformance/bin/conformance.ts faulty-server --list',
  'openapi/bin/check-breaking.ts --help',
  'packages/stubs/bin/stubs.ts --help',
  'packages/server/bin/server.ts --help',
  'packages/server/bin/admin.ts --help',
  'packages/server/bin/callbacks.ts --help',
  'scripts/owed.ts --help',
])('%s does not mind when nobody reads what it says, as `| head` does', async (command) => {
  const script = `("$0" ${command}; echo "exit $?" >&2) | true`;
  const { output } = await startCommand('sh', ['-c', script, process.execPath], {}, 150_000).ended;
  expect(output).toBe('exit 0\n');
});

test('each lies where commands lie', () => {
  expect(commands.filter(([, file]) => !/^scripts\/|\/bin\//.test(file))).toEqual([]);
});

test('CONTRIBUTING names every npm script', () => {
  const guide = readText('CONTRIBUTING.md');
  expect(Object.keys(scripts).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('there are some', () => {
  expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'conformance', 'generate', 'release']));
});
