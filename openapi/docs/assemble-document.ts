import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Node } from '../reader/json.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';
import { drawLifecycle } from './draw-lifecycle.ts';
import { lifecycleTable } from './lifecycle-table.ts';
import { problemTable } from './problem-table.ts';
import { readGuide } from './read-guide.ts';
import { readSample, readSamples } from './read-samples.ts';

/** The guides in the order of the sidebar. A section bears the name of the guide's file; the sidebar shows its title. */
export const guides = {
  Guides: [
    'quick-start',
    'authentication',
    'lifecycle',
    'amounts',
    'payment-page',
    'web-receipts',
    'callbacks',
    'idempotency-and-retries',
    'client-in-your-language',
    'server-in-your-language',
    'check-your-own',
  ],
  Reference: ['errors', 'versioning', 'requirements'],
} as const;

const room = resolve(import.meta.dirname, '..');

/** Adds to the document what only a reader of the docs needs: guides as sections, samples at each operation. */
export function assembleDocument(contract: Contract): Node {
  const { document, lifecycles, problems, features, operations } = readContract(structuredClone(contract.document));
  const [lifecycle] = lifecycles;
  const insert = (name: string) => {
    if (name === 'lifecycle-diagram') return drawLifecycle(lifecycle);
    if (name === 'lifecycle-table') return lifecycleTable(lifecycle);
    if (name === 'problem-table') return problemTable(problems);
    if (name === 'feature-list') return featureList(features);
    if (name === 'clients-table') return readFileSync(join(room, 'generators/measured-clients.md'), 'utf8').trim();
    const sample = /^sample (\S+)$/.exec(name)?.[1];
    if (sample) return fence(join(room, 'samples', sample));
    throw new Error(`A guide asks for "${name}", which the docs builder does not know.`);
  };
  const section = (name: string) => {
    const { title, text } = readGuide(join(room, 'guides', `${name}.md`), insert);
    return { name, 'x-displayName': title, 'x-traitTag': true, description: text };
  };
  const tags: Node[] = document.tags ?? [];
  document.tags = [...guides.Guides.map(section), ...tags, ...guides.Reference.map(section)];
  document['x-tagGroups'] = [
    { name: 'Guides', tags: [...guides.Guides] },
    { name: 'Operations', tags: tags.map(({ name }) => name) },
    { name: 'Reference', tags: [...guides.Reference] },
  ];
  for (const { id, node } of operations.flatMap((operation) => [operation, ...operation.callbacks])) {
    const samples = readSamples(join(room, 'samples'), id);
    if (samples.length > 0) node['x-codeSamples'] = samples;
  }
  return document;
}

function fence(file: string): string {
  const language = { ts: 'typescript', py: 'python', sh: 'bash' }[basename(file).split('.').at(-1) ?? ''] ?? '';
  return `\`\`\`${language}\n${readSample(file)}\n\`\`\``;
}

function featureList(features: Contract['features']): string {
  return [...features].map(([name, description]) => `- \`${name}\`: ${description}`).join('\n');
}
