/**
 * Writes the docs: `npm run docs [-- --out FILE]`. Redoc renders the contract, the guides and the samples as one HTML file that
 * works offline. Beside it are a plain one-page edition, the list of requirements, and documents for programs. `--contract FILE`
 * reads a document other than ../openapi.yaml, and writes only Redoc's page. Exit code: 0 if written, 1 if the page could not be
 * made, 2 if the command was called wrongly.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listDocuments } from '../docs/list-documents.ts';
import { renderPage } from '../docs/render-page.ts';
import { renderRedoc } from '../docs/render-redoc.ts';
import { listCases, requirementsPage } from '../docs/requirements-page.ts';
import { writeWhole } from '../docs/write-whole.ts';
import { deriveFrom } from '../generators/derive-from.ts';
import { demandFiles } from '../reader/demand-files.ts';
import { isOfPayments, readContract } from '../reader/read-contract.ts';
import { bundleContract } from '../reader/run-redocly.ts';

const helpText = `Writes the docs, rendered by Redoc, into one HTML file that works offline. Writes beside it page.html (the same content as one
page, for printing and for readers without scripts), the list of requirements, and the documents for programs.

Usage: npm run docs [-- --contract FILE] [--out FILE.html]

  --out FILE.html  the file to write (packages/generated/docs/index.html); openapi.yaml and openapi.json are written beside it
  --contract FILE  renders another OpenAPI 3 document, without page.html and the guides; requires --out
`;
/** The files that are written next to the docs. Files in subfolders, such as generators/, are not in this list. */
const otherFiles = ['page.html', 'requirements.html', 'openapi.yaml', 'openapi.json'];
const room = resolve(import.meta.dirname, '..');

try {
  const { help, contract, out } = readCommand();
  if (help) {
    process.stdout.write(helpText);
    process.exit();
  }
  keepContract(contract, out);
  process.stderr.write('Building the docs …\n');
  const bundle = readContract(bundleContract(contract));
  const isOurs = isOfPayments(bundle);
  const page = isOurs ? renderPage(bundle, basename(out)) : undefined;
  if (page !== undefined) checkOffline(page);
  const rendered = renderRedoc(bundle);
  const documents = listDocuments(contract, bundle, isOurs ? deriveFrom(readFileSync(contract, 'utf8'), contract) : []);
  const beside = (name: string) => join(dirname(out), name);
  if (page !== undefined) writeWhole(beside('page.html'), page);
  const hasRequirements = bundle.requirements.length > 0;
  if (hasRequirements) writeWhole(beside('requirements.html'), requirementsPage(bundle, listCases(contract), basename(out)));
  for (const [name, text] of documents) writeWhole(beside(name), text);
  // Writes this file last, because `npm start` treats the docs as complete once this file is newer than the contract.
  writeWhole(out, rendered);
  const place = relative(process.cwd(), dirname(out));
  const folder = place.startsWith('..') ? dirname(out) : place || '.';
  const sizeOf = (name: string) => Math.ceil(statSync(beside(name)).size / 1024);
  console.log(
    [
      `Wrote to ${folder}/, which works offline:`,
      `  ${basename(out).padEnd(18)} the docs: open this file in a browser (${sizeOf(basename(out))} KB)`,
      page &&
        `  page.html          the same on one page, for print, for readers without scripts, and to try requests (${sizeOf('page.html')} KB)`,
      hasRequirements && '  requirements.html  every requirement, with the cases that cover it',
      '  openapi.yaml       the contract; openapi.json is the same',
      isOurs && '  generators/        the documents and the settings for generators of clients',
      isOurs && '  arazzo/            the workflow, for programs',
    ]
      .filter(Boolean)
      .join('\n'),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode ||= 1;
}

/** Parses the command line. If it is not valid, sets exit code 2 and throws. */
function readCommand(): { help: boolean; contract: string; out: string } {
  try {
    const { values } = parseArgs({
      options: { contract: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.out === '') throw new Error('--out is empty.');
    const contract = resolve(values.contract ?? join(room, 'openapi.yaml'));
    if (!statSync(contract, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no contract at ${contract}.`);
    if (values.contract !== undefined && values.out === undefined)
      throw new Error('Name a file with --out: otherwise these docs would replace those that our server shows.');
    const out = resolve(values.out ?? join(room, '../packages/generated/docs/index.html'));
    if (existsSync(out) && statSync(out).isDirectory()) throw new Error(`--out ${out} is a folder.`);
    if (otherFiles.includes(basename(out))) throw new Error(`--out names a file beside the docs, ${basename(out)}.`);
    return { help: values.help === true, contract, out };
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`${(error as Error).message}\n\n${helpText}`);
  }
}

/** Refuses to overwrite a file of the contract with the docs. @throws Error that names the file; also sets exit code 2 */
function keepContract(contract: string, out: string): void {
  const written = [out, ...otherFiles.map((name) => join(dirname(out), name))];
  const lost = demandFiles(contract, readFileSync(contract, 'utf8')).find((file) => written.includes(file));
  if (lost === undefined) return;
  process.exitCode = 2;
  throw new Error(`The docs would overwrite ${lost}, a file of the contract: name another folder with --out.`);
}

/** Checks that a page loads nothing, not even an image in the contract's text. @throws Error that lists what would be loaded */
function checkOffline(page: string): void {
  const left = [
    ...page.matchAll(
      /<(?:link|script|img|iframe|source|video|audio|object|embed|image)\b[^<>]*?\b(?:href|src|srcset|data)=["']?([^"'\s>]+)/gi,
    ),
    ...page.matchAll(/(?:url\(|@import )\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi),
  ].flatMap(([, url = '']) => (url.startsWith('data:') ? [] : [url]));
  if (left.length > 0) {
    throw new Error(
      `The docs are not offline: a browser would load ${[...new Set(left)].join(', ')}. Remove it from the contract or guide that contains it.`,
    );
  }
}
