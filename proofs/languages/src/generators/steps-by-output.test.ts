/** Tests that each step of deriving a document for generators changes some generator's output. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { deriveDocument, steps } from '../../../../openapi/generators/derive-document.ts';
import { stepsTo30, stepsToPlain, writeIn30, writePlain } from '../../../../openapi/generators/derive-from.ts';
import { openapiGeneratorJar } from './openapi-generator.ts';
import { packages } from './programs.ts';

const source = readFileSync(fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.yaml')), 'utf8');
const work = mkdtempSync(join(tmpdir(), 'steps-'));
afterAll(() => rmSync(work, { recursive: true }));

type Form = '3.1' | '3.0' | 'plain';

/** Derives the document, leaving out the step `without` if it is given, and writes the document to a separate file. */
function write(form: Form, without?: string): string {
  const newest = deriveDocument(load(source) as never, without);
  const document = form === '3.1' ? newest : form === '3.0' ? writeIn30(newest, without) : writePlain(writeIn30(newest), without);
  const file = join(work, `${form}-${without ?? 'whole'}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

function byTypescript(file: string): string {
  const program = join(packages, '.bin/openapi-typescript');
  return execFileSync(program, [file, '--default-non-nullable=false'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Steps that are visible in TypeScript types, each with a pattern that matches only the output without the step. */
const shown: [form: Form, step: string, without: RegExp][] = [
  ['3.1', 'values-in-place', /cashTag: components\["schemas"\]\["CashTag"\]/],
  ['3.1', 'open-lists', /\sProblemCode: "malformed_json"/],
  ['3.1', 'problems-in-part', /\brequestId: string/],
  ['3.1', 'unset-is-absent', /callbackUrl\?: string \| null/],
  ['3.0', 'plain-statuses', /"4XX": /],
  ['3.0', 'responses-in-place', /components\["responses"\]/],
  ['plain', 'lists-in-place', /status: components\["schemas"\]\["InvoiceStatus"\]/],
  ['plain', 'null-in-part', /receiptId: string \| null/],
  ['plain', 'problems-as-json', /"application\/problem\+json"/],
];

const whole = new Map<Form, string>();

test.each(shown)('%s: %s is visible in the types of openapi-typescript', (form, step, without) => {
  const known = whole.get(form) ?? byTypescript(write(form));
  whole.set(form, known);
  expect([known, byTypescript(write(form, step))].map((written) => without.test(written))).toEqual([false, true]);
});

const jar = openapiGeneratorJar(fileURLToPath(new URL('../../../../build/languages/cache', import.meta.url)));

function byGenerator(name: string, form: Form, without?: string): string {
  const out = join(work, `${name}-${form}-${without ?? 'whole'}`);
  // Generates from the complete document only once, although the test of each step needs that output.
  const isDone = existsSync(out);
  mkdirSync(out, { recursive: true });
  const slim = ['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'];
  const argv = ['-Dlog.level=error', '-jar', jar, 'generate', '-i', write(form, without), '-g', name, '-o', out, ...slim];
  try {
    if (!isDone) execFileSync('java', argv, { stdio: 'pipe' });
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr);
  }
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(go|rs|pm|py|c|java|ex|scala)$/.test(file),
  );
  return files.map((file) => readFileSync(join(out, file), 'utf8')).join('\n');
}

/** Steps that are visible only in other generators' output, each with a pattern that matches the output without the step. */
const harmed: [generator: string, form: Form, step: string, without: RegExp][] = [
  ['go', '3.1', 'doubles', /Amount float32/],
  ['go', '3.1', 'no-links', /Exception|links/],
  ['spring', '3.1', 'urls-as-text', /\bURI returnUrl/],
  ['elixir', '3.1', 'urls-as-text', /Model\.Uri\b/],
  ['rust-axum', '3.0', 'quotes-by-number', /&quot;/],
  ['rust-server', '3.0', 'plain-statuses', /\b4XX\b/],
  ['python-fastapi', '3.0', 'plain-statuses', /\b4XX: /],
  ['rust-server', 'plain', 'no-callbacks', /callbacks/],
  ['perl', 'plain', 'lists-in-place', /datatype => 'InvoiceStatus'/],
  ['c', 'plain', 'null-in-part', /if \(!payment_invoice->receipt_id\)/],
  ['scala-sttp', 'plain', 'null-in-part', /paidAmount: Double/],
];

// Skipped without the jar, which `npm run prove -- languages` downloads. Each generation takes ten seconds.
describe.skipIf(!existsSync(jar))('with openapi-generator', () => {
  test.each(harmed)(
    '%s, %s: %s is seen in its source',
    (name, form, step, without) => {
      expect([byGenerator(name, form), byGenerator(name, form, step)].map((written) => without.test(written))).toEqual([
        false,
        true,
      ]);
    },
    300_000,
  );
});

test('each step has a visible effect on a generator, or is meant for all generators', () => {
  const held = new Set([...shown.map(([, step]) => step), ...harmed.map(([, , step]) => step)]);
  const all = [...steps, ...stepsTo30, ...stepsToPlain].map(({ id }) => id);
  // These steps need no pattern. If one of these steps is left out, a whole row of the table changes: the tool refuses the
  // document, uses a wrong base URL, or needs a note.
  const byRows = [
    'two-of-shared',
    'no-bounds',
    'any-refusal',
    'headers-in-part',
    'no-not',
    'short-description',
    'no-extensions',
    'older-words',
  ];
  expect(all.filter((id) => !held.has(id))).toEqual(byRows);
});
