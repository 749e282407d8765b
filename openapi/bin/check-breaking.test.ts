/** Runs the command in a temporary git repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { runCheck } from '../breaking/run-check.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-breaking-'));
const repository = join(scratch, 'repository');
const file = join(repository, 'openapi/openapi.yaml');
const real = join(import.meta.dirname, '../openapi.yaml');
// Leaves out the GIT_ variables. Inside a git hook, they would make git use the hook's repository.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd: repository, env, stdio: 'ignore' });
}

/** Runs the command in the test's own process. That is faster than starting a new process. */
const run = (...args: string[]) => runCheck(['--contract', file, ...args]);

/** Runs the command in a new process, as a user does. */
function runAsProcess(...args: string[]) {
  const command = [join(import.meta.dirname, 'check-breaking.ts'), '--contract', file, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: scratch, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Writes the real contract with one value changed. */
function change(path: string, edit: (old: unknown) => unknown): void {
  const document = parseDocument(readFileSync(real, 'utf8'));
  const keys = path.split(' ');
  const old = document.getIn(keys);
  const now = edit(old && typeof old === 'object' && 'toJSON' in old ? (old as { toJSON(): unknown }).toJSON() : old);
  if (now === undefined) document.deleteIn(keys);
  else document.setIn(keys, document.createNode(now));
  writeFileSync(file, String(document));
}

beforeAll(() => {
  mkdirSync(join(repository, 'openapi'), { recursive: true });
  git('init', '--initial-branch=trunk');
  git('commit', '--allow-empty', '--message', 'without a contract');
  copyFileSync(real, file);
  git('add', '.');
  git('commit', '--message', 'with a contract');
});
beforeEach(() => copyFileSync(real, file));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('says so and exits 0 when nothing was changed', () => {
  const { status, stdout, stderr } = runAsProcess();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^The contract, compared with the one at HEAD \([0-9a-f]{7}\):\n\nNothing that a client relies on was changed\.\n$/,
  );
});

test.each([
  ['components schemas InvoiceStatus enum', 1, 'Breaking', 'status: may be "FROZEN" too (response 200 of createPayment;'],
  ['components schemas PaymentInvoice properties', 0, 'Not breaking', 'FROZEN: is new (response 200 of createPayment;'],
])('lists an addition to %s, and exits %i: %s', (path, code, heading, line) => {
  change(path, (old) => (Array.isArray(old) ? [...old, 'FROZEN'] : { ...(old as object), FROZEN: { type: 'boolean' } }));
  const { status, stdout, stderr } = run('HEAD');
  expect(stdout).toMatch(new RegExp(`\n\n${heading} \\(\\d+\\):\n {2}- `));
  expect(stdout).toContain(`  - ${line}`);
  expect({ status, stderr }).toEqual({ status: code, stderr: '' });
});

test('a process has the same exit code, and the same text on each stream', () => {
  change('paths /api/v1/payments/fetch', () => undefined);
  const ends = [[], ['--bogus'], ['--help']].map((args) => [runAsProcess(...args), run(...args)] as const);
  for (const [ofProcess, inProcess] of ends) expect(ofProcess).toEqual(inProcess);
  expect(ends.map(([{ status }]) => status)).toEqual([1, 2, 0]);
});

test('says nothing of words alone', () => {
  change('components schemas InvoiceStatus description', () => 'Other words.');
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing that a client relies on') });
  expect(run().stdout).not.toContain('reaking (');
});

test('takes origin/main when no ref is given and there is one', () => {
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  try {
    expect(run().stdout).toContain('at origin/main (');
  } finally {
    git('update-ref', '-d', 'refs/remotes/origin/main');
  }
});

test.each([
  ['an unknown ref', ['no-such-ref'], 'git knows no commit by the name "no-such-ref".'],
  ['an empty ref', [''], 'git knows no commit by the name "".'],
  ['a ref without a contract', ['HEAD~1'], 'There is no openapi.yaml at HEAD~1 ('],
  ['two refs', ['HEAD', 'HEAD~1'], 'One git ref is compared with, not 2: HEAD HEAD~1.'],
  ['an unknown option', ['--bogus'], '--bogus'],
  ['a contract that is not there', ['--contract', 'nothing.yaml'], 'There is no contract at '],
])('%s: a sentence and exit 2', (_, args, words) => {
  expectMistake(words, ...args);
});

test.each([
  ['broken YAML', 'a: [', ' is not YAML: '],
  ['another document', 'a: 1', ' is not an OpenAPI document.'],
  ['a reference to nothing', "openapi: 3.1.0\npaths: { $ref: '#/nothing' }", ' refers to #/nothing, which is not there.'],
  [
    'a reference that cannot be decoded',
    "openapi: 3.1.0\npaths: { $ref: '#/%E0%A4%A' }",
    ' refers to #/%E0%A4%A, which is not there.',
  ],
  ['a value that holds itself', 'openapi: 3.1.0\npaths: &paths { again: *paths }', ' has an alias inside its own anchor.'],
])('%s: a sentence and exit 2', (_, text, words) => {
  writeFileSync(file, text);
  expectMistake(`${file}${words}`);
});

test('a folder that is not in a git repository: a sentence and exit 2', () => {
  const lone = join(scratch, 'openapi.yaml');
  copyFileSync(real, lone);
  expectMistake(`${scratch} is not in a git repository`, '--contract', lone);
});

function expectMistake(words: string, ...args: string[]): void {
  const { status, stdout, stderr } = run(...args);
  expect(stderr).toContain(words);
  expect(stderr).toContain('Usage: npm run breaking [-- <git-ref>]');
  expect(stderr).not.toContain('    at ');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
}
