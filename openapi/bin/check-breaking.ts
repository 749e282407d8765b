/**
 * Compares the contract with the one at a git ref: `npm run breaking [-- <git-ref>]`.
 * `--contract FILE` takes another document than ../openapi.yaml; the ref is of the repository it lies in.
 * Exit 0 nothing breaks, 1 something does, 2 the command was called wrongly.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareContracts } from '../breaking/compare-contracts.ts';
import { describeChanges } from '../breaking/describe-changes.ts';
import { readAtRef } from '../breaking/read-at-ref.ts';

const helpText = `Compares the contract with the one at a git ref, and says which changes break a client, a server or a receiver.

Usage: npm run breaking [-- <git-ref>]

  <git-ref>        a branch, tag or commit (origin/main, or HEAD where there is none)
  --contract FILE  another contract than openapi/openapi.yaml; the ref is of the repository it lies in

Exit 0 when nothing breaks, 1 when something does, 2 for a wrong option.
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { contract: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(helpText);
    process.exit();
  }
  if (positionals.length > 1)
    throw new Error(`One git ref is compared with, not ${positionals.length}: ${positionals.join(' ')}.`);
  const file = resolve(values.contract ?? join(import.meta.dirname, '../openapi.yaml'));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no contract at ${file}.`);
  const then = readAtRef(file, positionals[0]);
  const before = { text: then.text, name: `${basename(file)} at ${then.name}` };
  const changes = compareContracts(before, { text: readFileSync(file, 'utf8'), name: file });
  console.log(`The contract, compared with the one at ${then.name}:\n\n${describeChanges(changes)}`);
  process.exitCode = changes.some(({ breaking }) => breaking) ? 1 : 0;
} catch (error) {
  console.error(`${(error as Error).message.replace(/\. To specify a positional.*/s, '.')}\n\n${helpText}`);
  process.exitCode = 2;
}
