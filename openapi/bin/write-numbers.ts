/** Updates the contract's numbers in the guides and in the given Markdown files, and prints the changed files as JSON. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { correctNumbers } from '../docs/check-prose.ts';
import { listProse, readOwnContract } from '../docs/list-prose.ts';
import { writeWhole } from '../docs/write-whole.ts';

const root = join(import.meta.dirname, '../..');
const contract = readOwnContract();
const changed = listProse(process.argv.slice(2)).filter((path) => {
  const text = readFileSync(path, 'utf8');
  const corrected = correctNumbers(contract, text);
  if (corrected !== text) writeWhole(path, corrected);
  return corrected !== text;
});
process.stdout.write(`${JSON.stringify(changed.map((path) => relative(root, path)))}\n`);
