import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demandFiles } from '../reader/demand-files.ts';
import { bundleContract } from '../reader/run-redocly.ts';
import { compareContracts, type Source } from './compare-contracts.ts';
import { readAtRef } from './read-at-ref.ts';
import type { Change } from './record-changes.ts';

const helpText = `Compares the contract with the one at a git ref, and says which changes break a client, a server or a receiver.

Usage: npm run breaking [-- <git-ref>]
       npm run breaking -- --before FILE --contract FILE

  <git-ref>        a branch, tag or commit (origin/main; if it does not exist, HEAD)
  --contract FILE  checks another OpenAPI 3 document; <git-ref> then belongs to the repository that contains it
  --before FILE    compares with this file, so no repository is needed; both files may refer to others

Exit 0 when nothing breaks, 1 when something does, 2 for a wrong option.
`;

/** Runs the command. Returns its exit code and outputs. After an error, the code is 2, and `stderr` explains the error. */
export function runCheck(args: readonly string[]): { status: number; stdout: string; stderr: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { contract: { type: 'string' }, before: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help) return { status: 0, stdout: helpText, stderr: '' };
    if (positionals.length > 1)
      throw new Error(`One git ref is compared with, not ${positionals.length}: ${positionals.join(' ')}.`);
    if (values.before !== undefined && positionals.length > 0)
      throw new Error('The contract is compared with a file or with a git ref: --before and a ref cannot be combined.');
    const file = resolve(values.contract ?? join(import.meta.dirname, '../openapi.yaml'));
    demandFile(file);
    const [then, changes] =
      values.before === undefined ? compareWithRef(file, positionals[0]) : compareWithFile(file, resolve(values.before));
    return {
      status: changes.some(({ breaking }) => breaking) ? 1 : 0,
      stdout: `The contract, compared with the one at ${then}:\n\n${describeChanges(changes)}\n`,
      stderr: '',
    };
  } catch (error) {
    const sentence = (error as Error).message.replace(/\. To specify a positional.*/s, '.');
    return { status: 2, stdout: '', stderr: `${sentence}\n\n${helpText}\n` };
  }
}

function demandFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no contract at ${file}.`);
}

/** Compares a file with its version at a git ref. @throws Error when the version is missing, or the file refers to other files */
function compareWithRef(file: string, ref: string | undefined): [then: string, changes: Change[]] {
  const then = readAtRef(file, ref);
  const now = { text: readFileSync(file, 'utf8'), name: file };
  if (demandFiles(file, now.text).length > 1)
    throw new Error(`${file} refers to other files, whose old versions cannot be read here: compare two copies with --before.`);
  return [then.name, compareContracts({ text: then.text, name: `${basename(file)} at ${then.name}` }, now)];
}

function compareWithFile(file: string, before: string): [then: string, changes: Change[]] {
  demandFile(before);
  const [old, now] = [before, file].map((name) => {
    const text = readFileSync(name, 'utf8');
    return { name, text: demandFiles(name, text).length > 1 ? JSON.stringify(bundleContract(name)) : text };
  }) as [Source, Source];
  return [before, compareContracts(old, now)];
}

/** Describes the changes for people, first the breaking ones. A change that occurs in several places becomes one line. */
export function describeChanges(changes: readonly Change[]): string {
  const breaking = linesOf(changes.filter((change) => change.breaking));
  const harmless = linesOf(changes.filter((change) => !change.breaking && !change.unclear));
  const unclear = linesOf(changes.filter((change) => change.unclear));
  const verdict =
    breaking.length > 0
      ? 'Clients of the old contract would fail: undo these changes, or release a new major version.'
      : `Nothing ${unclear.length > 0 ? 'else ' : ''}that a client relies on was changed.`;
  const sections = [listOf('Breaking', breaking), listOf('Not breaking', harmless), listOf('For you to judge', unclear)];
  return [...sections, verdict].filter((part) => part !== '').join('\n\n');
}

function listOf(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : `${title} (${lines.length}):\n${lines.map((line) => `  - ${line}`).join('\n')}`;
}

function linesOf(changes: readonly Change[]): string[] {
  const groups = Map.groupBy(changes, ({ property, what }) => (property === '' ? what : `${property}: ${what}`));
  return [...groups].map(([what, same]) => `${what} (${placesOf([...new Set(same.map(({ where }) => where))])})`);
}

function placesOf(places: string[]): string {
  return places.length <= 4 ? places.join('; ') : `${places.slice(0, 3).join('; ')}; and ${places.length - 3} more`;
}
