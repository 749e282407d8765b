import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseContract } from '../reader/parse-contract.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';

const room = join(import.meta.dirname, '..');

export function readOwnContract(): Contract {
  const file = join(room, 'openapi.yaml');
  return readContract(parseContract(readFileSync(file, 'utf8'), file));
}

/** Lists the files whose prose repeats the contract: the guides, and those that are named, from the repository's root. */
export function listProse(names: readonly string[]): string[] {
  const guides = readdirSync(join(room, 'guides')).map((name) => join(room, 'guides', name));
  return [...guides, ...names.map((name) => join(room, '..', name))];
}
