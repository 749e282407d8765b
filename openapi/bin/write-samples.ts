/**
 * Writes samples for simple operations that have none. If an operation takes only an invoice id, its samples are copies of the
 * samples of fetchPayment with the names replaced. If it has no body, the samples send its required parameters. Existing samples
 * are never overwritten, because people may have edited them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnContract } from '../docs/list-prose.ts';
import { samplesFolderOf } from '../docs/read-samples.ts';
import { sketchSamples } from '../docs/sketch-samples.ts';
import { identifiersOf, requestPropertiesOf } from '../reader/list-properties.ts';

const room = join(import.meta.dirname, '..');
const { document, operations } = readOwnContract();
const known = operations.find(({ id }) => id === 'fetchPayment');
const pattern = join(room, 'samples', samplesFolderOf('fetchPayment'));

for (const operation of operations) {
  const folder = join(room, 'samples', samplesFolderOf(operation.id));
  const required = requestPropertiesOf(document, operation).filter((property) => property.required);
  const [identifier] = identifiersOf(document, operation);
  if (existsSync(folder)) continue;
  if (operation.node.requestBody === undefined) {
    const sketched = sketchSamples(document, operation);
    if (sketched) write(folder, sketched);
    continue;
  }
  const isAlike = operation.method === known?.method && required.length === 1 && required[0]?.name === identifier?.name;
  if (!known || !identifier || !isAlike) continue;
  const renamed = readdirSync(pattern).map((name) => {
    const text = readFileSync(join(pattern, name), 'utf8');
    const own = text.replaceAll('fetchPayment', operation.id).replaceAll(known.path, operation.path);
    return [name, own.replaceAll('invoiceId', identifier.name)] as const;
  });
  write(folder, Object.fromEntries(renamed));
}

/** Writes all samples of an operation, or none. Never overwrites an existing folder. */
function write(folder: string, samples: Readonly<Record<string, string>>): void {
  const unfinished = `${folder}.new`;
  mkdirSync(unfinished, { recursive: true });
  for (const [name, text] of Object.entries(samples)) writeFileSync(join(unfinished, name), text);
  renameSync(unfinished, folder);
}
