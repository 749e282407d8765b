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
/** The smallest payment contract: one that states any of our extensions, and must then state all of them. */
const paths = 'paths: { /create: { post: { operationId: createPayment, responses: {} } } }';
const lifecycle = 'components: { schemas: { InvoiceStatus: { x-lifecycle: {} } } }';

test.each([
  ['no problems', lifecycle],
  ['a problem that is a number', 'x-problems: { lost: 404 }'],
  ['a problem without a title', 'x-problems: { lost: { status: 404 } }'],
  ['a problem whose status is a word', 'x-problems: { lost: { status: gone, title: Lost } }'],
])('%s', (_what, problems) => {
  const contract = join(folder, 'contract.yaml');
  const out = join(folder, 'out');
  writeFileSync(contract, `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\n${paths}\n${problems}\n`);
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', contract, '--out', out];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(`${contract} needs x-problems: each code with a status and a title; nothing was written.\n`);
  expect(existsSync(out)).toBe(false);
});

test('a contract whose statuses have no lifecycle', () => {
  const contract = join(folder, 'no-lifecycle.yaml');
  const out = join(folder, 'no-lifecycle');
  const problems = 'x-problems: { lost: { status: 404, title: Lost } }';
  writeFileSync(contract, `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\n${paths}\n${problems}\n`);
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', contract, '--out', out];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toBe(`${contract} needs a schema InvoiceStatus with x-lifecycle; nothing was written.\n`);
  expect(existsSync(out)).toBe(false);
});

test.each([
  ['two operations with one id', '/a: { get: { operationId: a, responses: {} }, put: { operationId: a, responses: {} } }'],
  ['a path and an operation that are null', '/a: null, /b: { get: null }'],
])('%s', (_what, items) => {
  const contract = join(folder, 'others.yaml');
  const out = join(folder, 'others');
  writeFileSync(contract, `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\npaths: { ${items} }\n`);
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', contract, '--out', out];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stderr).toMatch(/nothing was written/);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(status).toBe(1);
  expect(existsSync(out)).toBe(false);
});

test('of a contract of others the types are all, and they compile', () => {
  const out = join(folder, 'museum');
  const museum = join(root, 'conformance/testing/plain/museum.yaml');
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', museum, '--out', out];
  expect(spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout).toContain(
    'Wrote contract.json, types.ts, index.ts in',
  );
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
  const museum = join(root, 'conformance/testing/plain/museum.yaml');
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', museum];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
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
  const museum = readFileSync(join(root, 'conformance/testing/plain/museum.yaml'), 'utf8');
  writeFileSync(join(out, contract), JSON.stringify(parse(museum)));
  const isFolder = kept.includes('/');
  const file = join(out, isFolder ? dirname(kept) : kept);
  if (text !== undefined) writeFileSync(file, text);
  const before = readFileSync(file, 'utf8');
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', join(out, contract)];
  const { status, stderr } = spawnSync(process.execPath, [...command, '--out', isFolder ? join(out, kept) : out], {
    encoding: 'utf8',
  });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(expected);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a contract of which openapi-typescript makes no types', () => {
  const contract = join(folder, 'no-types.yaml');
  const items = 'paths: { /a: { get: { parameters: [null], responses: {} } } }';
  writeFileSync(contract, `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\n${items}\n`);
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', contract, '--out', join(folder, 'no-types')];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stderr).toContain('No types can be made of');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(1);
});
