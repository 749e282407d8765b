/**
 * Prints as JSON the ids of the requirements that say something else than at a git ref, figures aside, and of those that are new and
 * whose texts only say what they are about; and the scopes that are gone: `list-rewritten.ts [<git-ref>]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listGoneScopes } from '../breaking/compare-access.ts';
import { listAdded, listRewritten } from '../breaking/compare-requirements.ts';
import { readAtRef } from '../breaking/read-at-ref.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { readContract } from '../reader/read-contract.ts';

const file = join(import.meta.dirname, '../openapi.yaml');
const then = readAtRef(file, process.argv[2]);
const [before, after] = [then, { name: file, text: readFileSync(file, 'utf8') }].map(({ name, text }) =>
  readContract(parseContract(text, name)),
);
const listed = (list: typeof listAdded): string[] => (before && after ? list(before, after) : []);
const found = { rewritten: listed(listRewritten), added: listed(listAdded), goneScopes: listed(listGoneScopes) };
process.stdout.write(`${JSON.stringify(found)}\n`);
