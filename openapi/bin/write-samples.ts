/** Writes samples for operations that have none, from examples of inputs. Keeps existing ones: people may have edited them. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnContract } from '../docs/list-prose.ts';
import { samplesFolderOf } from '../docs/read-samples.ts';
import { sketchSamples } from '../docs/sketch-samples.ts';

const { document, operations } = readOwnContract();

for (const operation of operations) {
  const folder = join(import.meta.dirname, '../samples', samplesFolderOf(operation.id));
  const samples = existsSync(folder) ? undefined : sketchSamples(document, operation);
  if (samples) write(folder, samples);
}

/** Writes all samples of an operation, or none. */
function write(folder: string, samples: Readonly<Record<string, string>>): void {
  const unfinished = `${folder}.new`;
  mkdirSync(unfinished, { recursive: true });
  for (const [name, text] of Object.entries(samples)) writeFileSync(join(unfinished, name), text);
  renameSync(unfinished, folder);
}
