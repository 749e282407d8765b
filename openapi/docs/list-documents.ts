import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Node } from '../reader/json.ts';

const room = resolve(import.meta.dirname, '..');

/**
 * Lists the documents that lie beside the page, each with its text: the contract in YAML and in JSON, the documents for generators
 * with their settings, and the workflow. `derived` are the documents for generators that belong to the contract.
 */
export function listDocuments(
  contract: string,
  bundle: Node,
  derived: [file: string, text: string][],
): [name: string, text: string][] {
  const copied = globSync(['generators/*.{toml,yaml}', 'arazzo/*.yaml'], { cwd: room }).sort();
  return [
    ['openapi.yaml', readFileSync(contract, 'utf8')],
    ['openapi.json', `${JSON.stringify(bundle, null, 2)}\n`],
    ...derived.map(([name, text]): [string, string] => [`generators/${name}`, text]),
    ...copied.map((name): [string, string] => [name, readFileSync(join(room, name), 'utf8')]),
  ];
}
