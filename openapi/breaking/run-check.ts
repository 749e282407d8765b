import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareContracts } from './compare-contracts.ts';
import { readAtRef } from './read-at-ref.ts';
import type { Change } from './record-changes.ts';

const helpText = `Compares the contract with the one at a git ref, and says which changes break a client, a server or a receiver.

Usage: npm run breaking [-- <git-ref>]

  <git-ref>        a branch, tag or commit (origin/main, or HEAD where there is none)
  --contract FILE  another contract than openapi/openapi.yaml; the ref is of the repository it lies in

Exit 0 when nothing breaks, 1 when something does, 2 for a wrong option.
`;

/** Runs the command with its arguments; returns its exit code and the text for each stream. A mistake in them is a sentence, and status 2. */
export function runCheck(args: readonly string[]): { status: number; stdout: string; stderr: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { contract: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help) return { status: 0, stdout: helpText, stderr: '' };
    if (positionals.length > 1)
      throw new Error(`One git ref is compared with, not ${positionals.length}: ${positionals.join(' ')}.`);
    const file = resolve(values.contract ?? join(import.meta.dirname, '../openapi.yaml'));
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no contract at ${file}.`);
    const then = readAtRef(file, positionals[0]);
    const before = { text: then.text, name: `${basename(file)} at ${then.name}` };
    const changes = compareContracts(before, { text: readFileSync(file, 'utf8'), name: file });
    return {
      status: changes.some(({ breaking }) => breaking) ? 1 : 0,
      stdout: `The contract, compared with the one at ${then.name}:\n\n${describeChanges(changes)}\n`,
      stderr: '',
    };
  } catch (error) {
    const sentence = (error as Error).message.replace(/\. To specify a positional.*/s, '.');
    return { status: 2, stdout: '', stderr: `${sentence}\n\n${helpText}\n` };
  }
}

/** Describes the changes for a person: breaking ones first, the same change in many places as one line. */
export function describeChanges(changes: readonly Change[]): string {
  const breaking = linesOf(changes.filter((change) => change.breaking));
  const harmless = linesOf(changes.filter((change) => !change.breaking && !change.unclear));
  const unclear = linesOf(changes.filter((change) => change.unclear));
  const verdict =
    breaking.length > 0
      ? 'A client written for the contract as it was would fail: take these back, or give them a new major version.'
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
