/** Tests failures of `init`: it prints a sentence, sets an exit code, and writes no files. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeFolder, repository, run } from '../../testing/new-project.ts';
import { runCommand } from './run-command.ts';
import { compilerPackages, foreignPackages, frameworks } from './write-project.ts';

const { folder, remove } = makeFolder();
afterAll(remove);
let said = { out: '', err: '' };
beforeEach(() => {
  said = { out: '', err: '' };
});

const output = { print: (text: string) => (said.out += text), complain: (text: string) => (said.err += text) };
const ask = (...args: string[]) => runCommand(args, output);
const everything = () => readdirSync(folder, { recursive: true }).sort();

test.each([[['--help']], [['-h']], [[]], [['init', '--help']]])('%j prints the help', async (args) => {
  expect(await ask(...args)).toBe(0);
  expect(said).toEqual({ out: expect.stringContaining('--framework'), err: '' });
});

test.each([
  [['make', 'x'], 'There is no command "make"'],
  [['--framework', 'koa'], 'There is no command ""'],
  [['init'], 'Name the folder'],
  [['init', 'a', 'b'], 'one folder, but was given 2'],
  [['init', 'a', '--framework', 'rails'], 'no adapter for "rails"'],
  [['init', 'a', '--framework', ''], 'no adapter for ""'],
  [['init', 'a', '--framework', 'constructor'], 'no adapter for "constructor"'],
  [['init', 'a', '--framework'], "'--framework <value>' argument missing"],
  [['init', 'a', '--force'], "Unknown option '--force'"],
  [['init', '-rf'], "Unknown option '-r'"],
])('%j is no command', async (args, sentence) => {
  expect(await ask(...args)).toBe(2);
  expect(said).toEqual({ out: '', err: expect.stringContaining(sentence) });
  expect(said.err).toMatch(/^[^\n]+ Run with --help for the options\.\n$/);
});

test.each([
  ...['', '.', '..', '/', 'My-Server', 'my server', '-my-server', '.hidden', '_x', 'ä', 'a$(id)', 'a;b', 'a\nb'],
  ...['a\u001b[2J', 'a\0b', '@scope', 'node_modules', 'favicon.ico', 'x'.repeat(215)],
])('the name %j is refused', async (name) => {
  const before = everything();
  expect(await ask('init', '--', name === '' || /^[./]+$/.test(name) ? name : join(folder, name))).toBe(1);
  expect(said.out).toBe('');
  expect(said.err).toMatch(/^\P{Cc}+(cannot be a package's name|one you are in|already contains files)\P{Cc}+\n$/u);
  expect(everything()).toEqual(before);
});

test('what is there is left as it is', async () => {
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full/package.json'), 'mine');
  writeFileSync(join(folder, 'file'), 'mine');
  symlinkSync(join(folder, 'full'), join(folder, 'link'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  const before = everything();
  for (const [name, why] of [
    ['full', 'already contains files'],
    ['full/', 'already contains files'],
    ['link', 'already contains files'],
    ['file', 'is a file'],
    ['file/below', 'is a file, or inside one'],
    ['not/there', 'its parent folder does not exist'],
    ['dangling', 'cannot be made'],
  ] as const) {
    said.err = '';
    expect({ name, code: await ask('init', `${folder}/${name}`) }).toEqual({ name, code: 1 });
    expect(said).toEqual({ out: '', err: expect.stringContaining(why) });
  }
  expect(everything()).toEqual(before);
  expect(readFileSync(join(folder, 'full/package.json'), 'utf8')).toBe('mine');
});

test('an empty folder is taken, and is an ordinary one after', async () => {
  mkdirSync(join(folder, 'empty'), { mode: 0o700 });
  expect(await ask('init', join(folder, 'empty'))).toBe(0);
  expect(readdirSync(join(folder, 'empty')).sort()).toEqual(['.gitignore', 'README.md', 'package.json', 'src', 'tsconfig.json']);
  expect(statSync(join(folder, 'empty')).mode & 0o777).toBe(0o777 & ~process.umask());
  expect(JSON.parse(readFileSync(join(folder, 'empty/package.json'), 'utf8'))).toMatchObject({ name: 'empty', private: true });
  expect(readFileSync(join(folder, 'empty/README.md'), 'utf8')).toMatch(/^# empty\n\nA payment invoice server on node-http\./);
});

test.each([
  ['22.18.0', 'The project needs Node.js 22.19 or newer, but this is 22.18.0: install a newer one first.\n'],
  ['22.19.0', ''],
])('a whole server made with Node.js %s says if that is too old', async (node, sentence) => {
  const { versions } = process;
  Object.defineProperty(process, 'versions', { value: { ...versions, node }, configurable: true });
  onTestFinished(() => void Object.defineProperty(process, 'versions', { value: versions, configurable: true }));
  expect(await ask('init', join(folder, `with-${node}`), '--full')).toBe(0);
  expect(said.err).toBe(sentence);
});

test('a folder that cannot be written is said to be so', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  // Root may write to a read-only folder, so for root the test uses /proc, where nobody can make a folder.
  const isRoot = process.getuid?.() === 0;
  chmodSync(closed, 0o500);
  expect(await ask('init', isRoot ? '/proc/self/x' : join(closed, 'x'))).toBe(1);
  expect(said.err).toMatch(/cannot be made: .+\.\n$/);
  expect(readdirSync(closed)).toEqual([]);
});

test('the command itself ends with the exit code, and no stack', async () => {
  const bin = fileURLToPath(new URL('../../bin/stubs.ts', import.meta.url));
  const { code, output } = await run(folder, process.execPath, bin, 'init', '.');
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^[^\n]+\n$/) });
});

test('a project takes the versions that this repository is tested with', () => {
  const catalog = readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8');
  const packages = Object.values(frameworks).flatMap((one) => [one.dependencies, one.devDependencies]);
  // A project for a third party's contract has the older TypeScript that openapi-typescript needs.
  const { typescript: _typescript, ...foreign } = { ...foreignPackages.dependencies, ...foreignPackages.devDependencies };
  for (const [name, version] of [...packages, foreign, compilerPackages].flatMap((one) => Object.entries<string>(one ?? {})))
    expect(catalog).toMatch(new RegExp(`^  "?${name}"?: ${version.replace('^', '').replaceAll('.', '\\.')}$`, 'm'));
});
