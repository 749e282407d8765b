/**
 * Derives from the contract the documents for generators of other languages; part of `npm run generate`. `--contract FILE` reads
 * a document other than ../openapi.yaml, `--out FOLDER` writes to another folder. Exit 0 written, 1 the contract cannot be
 * derived from, 2 the command was called wrongly.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeWhole } from '../docs/write-whole.ts';
import { deriveFrom } from '../generators/derive-from.ts';

const room = resolve(import.meta.dirname, '..');
const helpText = `Writes the documents for generators of other languages from the contract.

Usage: node openapi/bin/derive-for-generators.ts [--contract FILE] [--out FOLDER]
`;

try {
  const { values } = readCommand();
  if (values.help) process.stdout.write(helpText);
  else {
    const contract = resolve(values.contract ?? join(room, 'openapi.yaml'));
    const out = resolve(values.out ?? join(room, 'generators'));
    for (const [name, text] of deriveFrom(readFileSync(contract, 'utf8'), contract)) {
      writeWhole(join(out, name), text);
      console.log(`Wrote ${join(out, name)}`);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode ||= 1;
}

function readCommand() {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    return parseArgs({ options: { contract: { type: 'string' }, out: { type: 'string' }, help } });
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`${(error as Error).message.split('. ')[0]}\n\n${helpText}`);
  }
}
