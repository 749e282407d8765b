/** Adds a report to the directory of implementations, checks the directory, and renders it as a table. `--help` explains how. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { loadContract } from '../../payments/load-contract.ts';
import { type Entry, entryOf, fileOf, findMistakes, folder, readDirectory, renderDirectory } from '../directory.ts';

const help = `Keeps conformance/reports, the directory of implementations.

  node conformance/testing/bin/directory.ts add REPORT.JSON --name NAME --source URL [--report URL] [--attestation URL]
  node conformance/testing/bin/directory.ts check

add makes an entry of a report.json, and writes the table anew, there and in the guide that the docs show. --source says where
the implementation is, --report where that report.json can be had, and --attestation where GitHub's attestation of it is. check
exits 1 where an entry is wrong, or the table is not of these entries.
`;
const text = { type: 'string' } as const;
const options = { name: text, source: text, report: text, attestation: text, help: { type: 'boolean', short: 'h' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
/** The pages that contain the table: the README beside the entries, and a guide in the docs. */
const pages = [join(folder, 'README.md'), join(folder, '../../openapi/guides/check-your-own.md')];
const [begin, end] = ['<!-- directory -->\n', '\n<!-- /directory -->'];

/** Inserts the table of the current entries into a page, and returns the page's text. */
function fillPage(page: string): string {
  const entries = readDirectory().map((one) => JSON.parse(one.text) as Entry);
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(begin);
  const after = rest.slice(rest.indexOf(end));
  return `${before}${begin}\n${renderDirectory(entries, [...loadContract().features.keys()])}\n${after}`;
}

/** Returns a page's text without the padding that a formatter adds to tables. */
const plain = (text: string): string => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');

function fail(sentences: string[]): void {
  for (const sentence of sentences) console.error(sentence);
  if (sentences.length > 0) process.exitCode = 1;
}

if (values.help || !['add', 'check'].includes(positionals[0] ?? '')) {
  process.stdout.write(help);
  process.exitCode = values.help ? 0 : 2;
} else if (positionals[0] === 'check') {
  const wrong = readDirectory().flatMap((one) => findMistakes(one.text).map((sentence) => `${one.file}: ${sentence}`));
  const stale = wrong.length > 0 ? [] : pages.filter((page) => plain(fillPage(page)) !== plain(readFileSync(page, 'utf8')));
  const say = (page: string): string =>
    `The table of ${relative('', page)} is not of these entries: run add again, or leave the table as it was made.`;
  fail([...wrong, ...stale.map(say)]);
} else {
  const { name = '', source = '', report, attestation } = values;
  const about = { name, source, ...(report && { report }), ...(attestation && { attestation }) };
  try {
    const made = `${JSON.stringify(entryOf(readFileSync(positionals[1] ?? '', 'utf8'), about), undefined, 2)}\n`;
    const mistakes = findMistakes(made);
    fail(mistakes);
    if (mistakes.length === 0) {
      writeFileSync(join(folder, fileOf(name)), made);
      for (const page of pages) writeFileSync(page, fillPage(page));
    }
  } catch (error) {
    fail([`${positionals[1] ?? 'No file'} cannot be read: ${(error as Error).message}`]);
    process.exitCode = 2;
  }
}
