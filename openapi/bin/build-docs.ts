/**
 * Writes the contract, the guides and the samples as Redoc renders them, in one HTML file that works offline; beside it the same on
 * one page, the list of requirements, and the documents that programs read: `npm run docs [-- --out FILE]`. `--contract FILE` takes
 * another document than ../openapi.yaml.
 * Exit 0 written, 1 the page could not be made, 2 the command was called wrongly.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listCases } from '../docs/list-cases.ts';
import { listDocuments } from '../docs/list-documents.ts';
import { renderPage } from '../docs/render-page.ts';
import { renderRedoc } from '../docs/render-redoc.ts';
import { requirementsPage } from '../docs/requirements-page.ts';
import { runRedocly } from '../docs/run-redocly.ts';
import { writeWhole } from '../docs/write-whole.ts';
import { deriveFrom } from '../generators/derive-from.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';

const helpText = `Writes the docs as Redoc renders them, in one HTML file that works offline. Beside it lie page.html, the same on
one page for print and for readers without scripts, the list of requirements, and what programs read.

Usage: npm run docs [-- --out FILE.html]

  --out FILE.html  where (packages/generated/docs/index.html)
  --contract FILE  of another contract than openapi/openapi.yaml
`;
/** The pages beside the docs. */
const beside = ['page.html', 'requirements.html'];
const room = resolve(import.meta.dirname, '..');

try {
  const { help, contract, out } = readCommand();
  if (help) {
    process.stdout.write(helpText);
    process.exit();
  }
  process.stderr.write('Building the docs …\n');
  const bundle = bundleContract(contract);
  const page = renderPage(bundle, basename(out));
  checkOffline(page);
  const rendered = renderRedoc(bundle);
  const derived = deriveFrom(readFileSync(contract, 'utf8'), contract);
  writeWhole(join(dirname(out), 'page.html'), page);
  writeWhole(join(dirname(out), 'requirements.html'), requirementsPage(bundle, listCases(), basename(out)));
  for (const [name, text] of listDocuments(contract, bundle.document, derived)) writeWhole(join(dirname(out), name), text);
  // Last: `npm start` takes its time for that of all.
  writeWhole(out, rendered);
  const place = relative(process.cwd(), dirname(out));
  const folder = place.startsWith('..') ? dirname(out) : place || '.';
  const sizeOf = (name: string) => Math.ceil(statSync(join(dirname(out), name)).size / 1024);
  console.log(`Wrote to ${folder}/, which works offline:
  ${basename(out).padEnd(18)} the docs: open this file in a browser (${sizeOf(basename(out))} KB)
  page.html          the same on one page, for print, for readers without scripts, and to try requests (${sizeOf('page.html')} KB)
  requirements.html  every requirement, with the cases that cover it
  openapi.yaml       the contract; openapi.json is the same
  generators/        the documents and the settings for generators of clients
  arazzo/            the workflow, for programs`);
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
    if (beside.includes(basename(out))) throw new Error(`--out names a page beside the docs, ${basename(out)}.`);
    return { help: values.help === true, contract, out };
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`${(error as Error).message}\n\n${helpText}`);
  }
}

/** Has Redocly bundle the contract, and reads it; the contract itself is left as it is. */
function bundleContract(contract: string): Contract {
  const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-'));
  try {
    const bundled = join(scratch, 'contract.json');
    runRedocly(`Redocly could not read the contract ${contract}:`, 'bundle', contract, '--output', bundled);
    return readContract(JSON.parse(readFileSync(bundled, 'utf8')));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @throws Error that lists what a browser would load from outside, such as an image in the contract's words */
function checkOffline(page: string): void {
  const left = [
    ...page.matchAll(
      /<(?:link|script|img|iframe|source|video|audio|object|embed|image)\b[^<>]*?\b(?:href|src|srcset|data)=["']?([^"'\s>]+)/gi,
    ),
    ...page.matchAll(/(?:url\(|@import )\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi),
  ].flatMap(([, url = '']) => (url.startsWith('data:') ? [] : [url]));
  if (left.length > 0) {
    throw new Error(
      `The docs are not offline: a browser would load ${[...new Set(left)].join(', ')}. Take it out of the contract or the guide that asks for it.`,
    );
  }
}
