import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const room = resolve(import.meta.dirname, '..');

/**
 * Lists the documents that lie beside the page, each with its text: the contract, the document for generators with its settings,
 * and the workflow. `derived` is the document for generators that belongs to the contract.
 */
export function listDocuments(contract: string, derived: string): [name: string, text: string][] {
  const copied = globSync(['generators/*.{toml,yaml}', 'arazzo/*.yaml'], { cwd: room }).sort();
  return [
    ['openapi.yaml', readFileSync(contract, 'utf8')],
    ['generators/openapi.generators.json', derived],
    ...copied.map((name): [string, string] => [name, readFileSync(join(room, name), 'utf8')]),
  ];
}
