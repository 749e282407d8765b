import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseContract } from '../reader/parse-contract.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';

const room = join(import.meta.dirname, '..');

export function readOwnContract(): Contract {
  const file = join(room, 'openapi.yaml');
  return readContract(parseContract(readFileSync(file, 'utf8'), file));
}

/** Lists the files whose prose repeats the contract: the guides, and the files in `names` (paths from the repository's root). */
export function listProse(names: readonly string[]): string[] {
  const guides = readdirSync(join(room, 'guides')).map((name) => join(room, 'guides', name));
  return [...guides, ...names.map((name) => join(room, '..', name)).filter((path) => !statSync(path).isDirectory())];
}

/** Lists the programs that call operations by their paths: the samples, and those in the given folders. */
export function listPrograms(names: readonly string[]): string[] {
  const folders = [join(room, 'samples'), ...names.map((name) => join(room, '..', name))];
  return folders
    .filter((path) => statSync(path).isDirectory())
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(sh|py|ts|mjs|go|java)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(node_modules|dist|build)\//.test(path));
}
