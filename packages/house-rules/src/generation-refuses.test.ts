/** Tests that the generator writes nothing for an incomplete contract, and says what is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-refused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const museum = join(root, 'conformance/testing/plain/museum.yaml');

/** Writes a contract with the given parts into a new folder. Returns its path, and a path at which nothing exists yet. */
function write(parts: string): { contract: string; out: string } {
  const contract = join(mkdtempSync(join(folder, 'case-')), 'contract.yaml');
  writeFileSync(contract, `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\n${parts}\n`);
  return { contract, out: join(contract, '../out') };
}

function generate(contract: string, out?: string) {
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', contract, ...(out ? ['--out', out] : [])];
  return spawnSync(process.execPath, command, { encoding: 'utf8' });
}

/** With these paths and one of our two extensions, a contract is a payment contract, and must have the other extension too. */
const paths = 'paths: { /create: { post: { operationId: createPayment, responses: {} } } }';
const lifecycle = 'components: { schemas: { InvoiceStatus: { x-lifecycle: {} } } }';

test.each([
  ['no problems', lifecycle],
  ['a problem that is a number', 'x-problems: { lost: 404 }'],
  ['a problem without a title', 'x-problems: { lost: { status: 404 } }'],
  ['a problem whose status is a word', 'x-problems: { lost: { status: gone, title: Lost } }'],
])('%s', (_what, problems) => {
  const { contract, out } = write(`${paths}\n${problems}`);
  const { status, stdout, stderr } = generate(contract, out);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(`${contract} needs x-problems: each code with a status and a title; nothing was written.\n`);
  expect(existsSync(out)).toBe(false);
});

test('a contract whose statuses have no lifecycle', () => {
  const { contract, out } = write(`${paths}\nx-problems: { lost: { status: 404, title: Lost } }`);
  const { status, stderr } = generate(contract, out);
  expect(status).toBe(1);
  expect(stderr).toBe(`${contract} needs a schema InvoiceStatus with x-lifecycle; nothing was written.\n`);
  expect(existsSync(out)).toBe(false);
});

test.each([
  ['two operations with one id', '/a: { get: { operationId: a, responses: {} }, put: { operationId: a, responses: {} } }'],
  ['a path and an operation that are null', '/a: null, /b: { get: null }'],
])('%s', (_what, items) => {
  const { contract, out } = write(`paths: { ${items} }`);
  const { status, stderr } = generate(contract, out);
  expect(stderr).toMatch(/nothing was written/);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(status).toBe(1);
  expect(existsSync(out)).toBe(false);
});

test('of a contract of others the types are all, and they compile', () => {
  const out = join(folder, 'museum');
  expect(generate(museum, out).stdout).toContain('Wrote contract.json, types.ts, index.ts in');
  const use = `import type { operations } from './index.ts';
const body: operations['planEvent']['requestBody']['content']['application/json'] = 7;
export { body };
`;
  writeFileSync(join(out, 'use.ts'), use);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions', '--ignoreConfig'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, join(out, 'use.ts')], { cwd: out, encoding: 'utf8' });
  expect(stdout).toContain("Type 'number' is not assignable to type");
  expect(stdout.match(/error TS/g)).toHaveLength(1);
});

test('what is generated of a contract of others does not take the place of ours', () => {
  const { status, stderr } = generate(museum);
  expect(stderr).toContain('Name a folder with --out');
  expect(status).toBe(2);
});

test.each([
  ['a file that somebody else wrote', 'museum.yaml', 'index.ts', 'export const mine = 1;\n', 2, 'This would overwrite'],
  ['a document that somebody else wrote', 'museum.yaml', 'contract.json', '{"mine": 1}', 2, 'This would overwrite'],
  ['the contract itself', 'contract.json', 'contract.json', undefined, 2, 'This would overwrite'],
  ['a folder inside a file', 'museum.yaml', 'file/inside', '', 1, 'ENOTDIR'],
])('%s is left as it is', (what, contract, kept, text, expected, sentence) => {
  const out = join(folder, what.replaceAll(' ', '-'));
  mkdirSync(out);
  writeFileSync(join(out, contract), JSON.stringify(parse(readFileSync(museum, 'utf8'))));
  const isFolder = kept.includes('/');
  const file = join(out, isFolder ? dirname(kept) : kept);
  if (text !== undefined) writeFileSync(file, text);
  const before = readFileSync(file, 'utf8');
  const { status, stderr } = generate(join(out, contract), isFolder ? join(out, kept) : out);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(expected);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a contract of which openapi-typescript makes no types', () => {
  const { contract, out } = write('paths: { /a: { get: { parameters: [null], responses: {} } } }');
  const { status, stderr } = generate(contract, out);
  expect(stderr).toContain('No types can be made of');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(1);
});
