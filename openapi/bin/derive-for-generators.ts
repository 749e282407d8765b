/**
 * Derives from the contract the documents that generators for other languages read. `npm run generate` runs this command too.
 * `--contract FILE` reads a document other than ../openapi.yaml, `--out FOLDER` writes to another folder. Exit code: 0 if
 * written, 1 if nothing can be derived from the contract, 2 if the command was called wrongly.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeWhole } from '../docs/write-whole.ts';
import { deriveFrom } from '../generators/derive-from.ts';

const room = resolve(import.meta.dirname, '..');
const helpText = `Writes the documents for generators of other languages from the contract.

Usage: node openapi/bin/derive-for-generators.ts [--contract FILE --out FOLDER]
`;

try {
  const { help, contract, out } = readCommand();
  if (help) process.stdout.write(helpText);
  else {
    const documents = deriveFrom(readFileSync(contract, 'utf8'), contract).map(
      ([name, text]) => [join(out, name), text] as const,
    );
    if (documents.some(([file]) => file === contract)) {
      process.exitCode = 2;
      throw new Error(`The documents would overwrite the contract ${contract}: name another folder with --out.`);
    }
    for (const [file, text] of documents) {
      writeWhole(file, text);
      console.log(`Wrote ${file}`);
    }
  }
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
    const contract = resolve(values.contract ?? join(room, 'openapi.yaml'));
    if (!statSync(contract, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no contract at ${contract}.`);
    if (values.contract !== undefined && values.out === undefined)
      throw new Error('Name a folder with --out: otherwise the documents would replace those of our contract.');
    return { help: values.help === true, contract, out: resolve(values.out ?? join(room, 'generators')) };
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`${(error as Error).message.split('. To specify')[0]}\n\n${helpText}`);
  }
}
