/**
 * Prints, as JSON, how the contract differs from its version at a git ref: `list-rewritten.ts [<git-ref>]`. Lists:
 * - changes that break a client
 * - changes after which the service may no longer send some values, although it may have stored them
 * - new fields of requests, and new response fields that an event changes
 * - requirements whose texts differ in more than numbers, and among them those whose clauses stayed the same
 * - clauses whose texts differ in more than numbers
 * - new requirements without `about` or `keywords`, which would say exactly what the cases have to test
 * - removed scopes
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listGoneScopes } from '../breaking/compare-access.ts';
import { compareContracts } from '../breaking/compare-contracts.ts';
import { newlyChanged } from '../breaking/compare-promises.ts';
import { listAdded, listKeptClauses, listRewritten, listRewrittenClauses } from '../breaking/compare-requirements.ts';
import { readAtRef } from '../breaking/read-at-ref.ts';
import type { Change } from '../breaking/record-changes.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { readContract } from '../reader/read-contract.ts';

const file = join(import.meta.dirname, '../openapi.yaml');
const then = readAtRef(file, process.argv[2]);
const now = { name: file, text: readFileSync(file, 'utf8') };
const [before, after] = [readContract(parseContract(then.text, then.name)), readContract(parseContract(now.text, file))];
/** Describes changes, identical ones only once. `name` is the bare name of the changed part: the last name in its path. */
const inWords = (changes: readonly Change[]): { name: string; what: string }[] =>
  [...Map.groupBy(changes, ({ property, what }) => `${property.split('.').at(-1)}: ${what}`).values()].flatMap(([first]) => {
    if (!first) return [];
    const { where, property, what } = first;
    if (property === '') return { name: where.split(' ').at(-1) ?? '', what: `${where}: ${what}` };
    const name = (property.split('.').at(-1) ?? '').replaceAll(/[[\]]|^header /g, '');
    return { name, what: `${where}: ${property} ${what}` };
  });
// If a contract cannot be compared, this throws. The linter, which runs separately, explains what is wrong with the contract.
const changes = compareContracts(then, now);
const found = {
  breaking: inWords(changes.filter(({ breaking }) => breaking)),
  narrowed: inWords(changes.filter(({ narrows }) => narrows)),
  // The new fields of requests. The server's code may still use a constant where it should now use the field.
  sent: [
    ...new Set(
      changes.flatMap(({ where, property, what }) => (where.startsWith('request') && /^is new\b/.test(what) ? [property] : [])),
    ),
  ],
  changed: newlyChanged(before, after),
  rewritten: listRewritten(before, after),
  keptClauses: listKeptClauses(before, after),
  rewrittenClauses: listRewrittenClauses(before, after),
  added: listAdded(before, after),
  goneScopes: listGoneScopes(before, after),
};
process.stdout.write(`${JSON.stringify(found)}\n`);
