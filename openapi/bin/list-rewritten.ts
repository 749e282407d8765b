/**
 * Prints as JSON the ids of the requirements that say something else than at a git ref, figures aside, and of those that are new and
 * whose texts only say what they are about; the scopes that are gone; what breaks a client, and of what the
 * service sends less than it may have stored: `list-rewritten.ts [<git-ref>]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listGoneScopes } from '../breaking/compare-access.ts';
import { compareContracts } from '../breaking/compare-contracts.ts';
import { listAdded, listKeptClauses, listRewritten, listRewrittenClauses } from '../breaking/compare-requirements.ts';
import { readAtRef } from '../breaking/read-at-ref.ts';
import type { Change } from '../breaking/record-changes.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { readContract } from '../reader/read-contract.ts';

const file = join(import.meta.dirname, '../openapi.yaml');
const then = readAtRef(file, process.argv[2]);
const [before, after] = [then, { name: file, text: readFileSync(file, 'utf8') }].map(({ name, text }) =>
  readContract(parseContract(text, name)),
);
const listed = (list: typeof listAdded): string[] => (before && after ? list(before, after) : []);
/** Lists changes in words, the same of several places once, each with the name by which somebody would speak of it. */
const inWords = (changes: readonly Change[]): { name: string; what: string }[] =>
  [...Map.groupBy(changes, ({ property, what }) => `${property.split('.').at(-1)}: ${what}`)].map(
    ([, [{ where, property, what } = noChange]]) => {
      const name =
        property === '' ? (where.split(' ').at(-1) ?? '') : (property.split('.').at(-1) ?? '').replaceAll(/[[\]]|^header /g, '');
      return { name, what: `${where}: ${property === '' ? '' : `${property} `}${what}` };
    },
  );
const noChange = { where: '', property: '', what: '' };
const now = { name: file, text: readFileSync(file, 'utf8') };
// A contract that cannot be compared is told by the linter.
const changes = compareContracts(then, now);
const found = {
  breaking: inWords(changes.filter(({ breaking }) => breaking)),
  narrowed: inWords(changes.filter(({ narrows }) => narrows)),
  // What a request says from now on may have been a constant of the server.
  sent: [
    ...new Set(
      changes.flatMap(({ where, property, what }) => (where.startsWith('request') && /^is new\b/.test(what) ? [property] : [])),
    ),
  ],
  rewritten: listed(listRewritten),
  keptClauses: listed(listKeptClauses),
  rewrittenClauses: listed(listRewrittenClauses),
  added: listed(listAdded),
  goneScopes: listed(listGoneScopes),
};
process.stdout.write(`${JSON.stringify(found)}\n`);
