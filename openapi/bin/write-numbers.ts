/**
 * Writes the numbers of the contract where prose repeats them: in the guides, and in the Markdown files that are named as
 * arguments. Prints the files that it changed as JSON.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { correctNumbers } from '../docs/check-prose.ts';
import { writeWhole } from '../docs/write-whole.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { readContract } from '../reader/read-contract.ts';

const room = join(import.meta.dirname, '..');
const root = join(room, '..');
const file = join(room, 'openapi.yaml');
const contract = readContract(parseContract(readFileSync(file, 'utf8'), file));

const guides = readdirSync(join(room, 'guides')).map((name) => join(room, 'guides', name));
const changed = [...guides, ...process.argv.slice(2).map((name) => join(root, name))].filter((path) => {
  const text = readFileSync(path, 'utf8');
  const corrected = correctNumbers(contract, text);
  if (corrected !== text) writeWhole(path, corrected);
  return corrected !== text;
});
process.stdout.write(`${JSON.stringify(changed.map((path) => relative(root, path)))}\n`);
