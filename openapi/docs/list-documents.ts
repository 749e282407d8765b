import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dump } from 'js-yaml';
import { type Contract, isOfPayments } from '../reader/read-contract.ts';

const room = resolve(import.meta.dirname, '..');

/**
 * Lists the documents beside the page: the contract as YAML and JSON and, for our own contract, the documents for generators
 * (`derived`), their settings and the workflow. A third party's contract of several files is written as one bundle.
 */
export function listDocuments(
  file: string,
  contract: Contract,
  derived: [file: string, text: string][],
): [name: string, text: string][] {
  const json = `${JSON.stringify(contract.document, null, 2)}\n`;
  if (!isOfPayments(contract))
    return [
      ['openapi.yaml', dump(contract.document, { noRefs: true, lineWidth: -1 })],
      ['openapi.json', json],
    ];
  const copied = globSync(['generators/*.{toml,yaml}', 'arazzo/*.yaml'], { cwd: room }).sort();
  return [
    ['openapi.yaml', readFileSync(file, 'utf8')],
    ['openapi.json', json],
    ...derived.map(([name, each]): [string, string] => [`generators/${name}`, each]),
    ...copied.map((name): [string, string] => [name, readFileSync(join(room, name), 'utf8')]),
  ];
}
