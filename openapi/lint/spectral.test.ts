/**
 * Tests that Spectral finds nothing in the contract, recognises the documents for generators as OpenAPI, and finds a
 * deliberate mistake. `spectral.yaml` says which rules are off, and why.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valueAt } from '../reader/follow-reference.ts';
import { parseContract } from '../reader/parse-contract.ts';

const room = resolve(import.meta.dirname, '..');

interface Found {
  code: string;
  path: string[];
  source: string;
}

/** Runs Spectral on documents and returns its findings. Spectral exits with 1 if there are any. */
async function lint(...files: string[]): Promise<Found[]> {
  const spectral = join(room, 'node_modules/.bin/spectral');
  const args = [
    'lint',
    ...files,
    '--ruleset',
    join(import.meta.dirname, 'spectral.yaml'),
    '--format',
    'json',
    '--fail-severity',
    'hint',
  ];
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(spectral, args, { cwd: room, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(`Spectral cannot lint ${files.join(', ')}: ${stderr}${stdout}`));
      else resolve(stdout);
    });
  });
  return JSON.parse(printed.slice(printed.indexOf('['), printed.lastIndexOf(']') + 1));
}

const contract = join(room, 'openapi.yaml');
const derived = ['', '-3.0', '-plain'].map((form) => `generators/openapi.generators${form}.json`);
const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-spectral-'));
const faulty = join(folder, 'openapi.yaml');
let found: Found[] = [];
beforeAll(async () => {
  const text = readFileSync(contract, 'utf8');
  const operation = `paths:
  /things:
    post:
      operationId: makeThing
      security: []
      requestBody:
        content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } }
      responses: { '200': { description: Made. } }
`;
  writeFileSync(faulty, text.slice(0, text.indexOf('x-features:')) + operation);
  // Lints all documents in one process, because starting Spectral takes longer than linting.
  found = await lint(contract, faulty, ...derived.map((name) => join(room, name)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('finds nothing in the contract', () => {
  const document = parseContract(readFileSync(contract, 'utf8'), 'openapi.yaml');
  // Ids are opaque. Their length is limited, but the service chooses their form.
  const isOfId = ({ code, path }: Found) => code.endsWith('-string-restricted') && valueAt(document, path)?.['x-identifies'];
  const inContract = found.filter((one) => one.source === contract && !isOfId(one));
  expect(inContract.map(({ code, path }) => `${code} at ${path.join('/')}`)).toEqual([]);
});

test.each(derived)('%s is a document of its version of OpenAPI, and its examples match their schemas', (name) => {
  const wrong = found.filter(({ source, code }) => source === join(room, name) && /^oas3-(?:schema|valid|.*-example)/.test(code));
  expect(wrong.map(({ code, path }) => `${code} at ${path.join('/')}`)).toEqual([]);
});

test('finds a request without a bound, and an operation without security', () => {
  const codes = found.filter(({ source }) => source === faulty).map(({ code }) => code);
  expect(codes).toContain('owasp:api4:2023-string-limit');
  expect(codes).toContain('owasp:api2:2023-write-restricted');
});

test.each(['spectral.yaml', 'vacuum.yaml'])('every rule that is off in %s has its reason above it', (file) => {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  const off = lines.flatMap((line, index) => (/^ {2}\S.*: off$/.test(line) ? [index] : []));
  expect(off.length).toBeGreaterThan(0);
  const first = off.filter((index) => !/: off$/.test(lines[index - 1] ?? ''));
  expect(first.filter((index) => !/^ {2}# /.test(lines[index - 1] ?? '')).map((index) => lines[index])).toEqual([]);
});
