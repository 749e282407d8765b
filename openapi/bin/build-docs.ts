/**
 * Writes the contract, the guides and the samples as one HTML page that works offline; beside it the list of requirements, and
 * the documents that programs read: `npm run docs [-- --out FILE]`. `--contract FILE` takes another document than ../openapi.yaml.
 * Exit 0 written, 1 the page could not be made, 2 the command was called wrongly.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assembleDocument } from '../docs/assemble-document.ts';
import { dressPage } from '../docs/dress-page.ts';
import { listCases } from '../docs/list-cases.ts';
import { listDocuments } from '../docs/list-documents.ts';
import { requirementsPage } from '../docs/requirements-page.ts';
import { runRedocly } from '../docs/run-redocly.ts';
import { writeWhole } from '../docs/write-whole.ts';
import { deriveFrom } from '../generators/derive-from.ts';
import { readContract } from '../reader/read-contract.ts';
import { makeOffline } from './make-offline.ts';

const helpText = `Writes the docs as one HTML page that works offline; beside it the list of requirements, and what programs read.

Usage: npm run docs [-- --out FILE.html]

  --out FILE.html  where (packages/generated/docs/index.html)
  --contract FILE  of another contract than openapi/openapi.yaml
`;
const room = resolve(import.meta.dirname, '..');

try {
  const { help, contract, out } = readCommand();
  if (help) {
    process.stdout.write(helpText);
    process.exit();
  }
  const { page, requirements } = buildPages(contract);
  writeWhole(out, page);
  writeWhole(join(dirname(out), 'requirements.html'), requirements);
  for (const [name, text] of listDocuments(contract, deriveFrom(readFileSync(contract, 'utf8'), contract)))
    writeWhole(join(dirname(out), name), text);
  const place = relative(process.cwd(), out);
  const size = (statSync(out).size / 1024 / 1024).toFixed(1);
  console.log(`Wrote the docs to ${place.startsWith('..') ? out : place} (${size} MB, one file, works offline).`);
  console.log('Wrote the list of requirements to requirements.html beside it.');
  console.log('Wrote openapi.yaml, generators/ and arazzo/ beside it: the contract, and what other tools are given.');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode ||= 1;
}

/** Reads the command line. Sets exit code 2 when the command line cannot be read. */
function readCommand(): { help: boolean; contract: string; out: string } {
  try {
    const { values } = parseArgs({
      options: { contract: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.out === '') throw new Error('--out is empty.');
    const contract = resolve(values.contract ?? join(room, 'openapi.yaml'));
    if (!statSync(contract, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no contract at ${contract}.`);
    const out = resolve(values.out ?? join(room, '../packages/generated/docs/index.html'));
    if (existsSync(out) && statSync(out).isDirectory()) throw new Error(`--out ${out} is a folder.`);
    if (basename(out) === 'requirements.html') throw new Error('--out names the page beside the docs, requirements.html.');
    return { help: values.help === true, contract, out };
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`${(error as Error).message}\n\n${helpText}`);
  }
}

/** Makes both pages from the bundled contract; the contract itself is only read. */
function buildPages(contract: string): { page: string; requirements: string } {
  const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-'));
  try {
    const bundled = join(scratch, 'contract.json');
    const dressed = join(scratch, 'docs.json');
    const page = join(scratch, 'index.html');
    const failure = `Redoc could not make the page from ${contract}:`;
    runRedocly(failure, 'bundle', contract, '--output', bundled);
    const bundle = readContract(JSON.parse(readFileSync(bundled, 'utf8')));
    writeFileSync(dressed, JSON.stringify(assembleDocument(bundle)));
    runRedocly(failure, 'build-docs', dressed, '--inlineBundle', '--output', page);
    return {
      page: makeOffline(dressPage(readFileSync(page, 'utf8'))),
      requirements: requirementsPage(bundle, listCases()),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
