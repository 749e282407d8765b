import { basename, join, resolve } from 'node:path';
import { type Document, type Lifecycle, listOperations, members } from './document.ts';
import { drawLifecycle } from './draw-lifecycle.ts';
import { lifecycleTable } from './lifecycle-table.ts';
import { problemTable } from './problem-table.ts';
import { readGuide } from './read-guide.ts';
import { readSample, readSamples } from './read-samples.ts';

/** The guides in the order of the sidebar. A guide's section is called by its file, and its name in the sidebar is its title. */
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
    'check-your-own',
  ],
  Reference: ['errors', 'versioning', 'requirements'],
} as const;

const room = resolve(import.meta.dirname, '..');

/** The contract with what only a reader of the docs needs: guides as sections, samples at each operation. */
export function assembleDocument(contract: Document): Document {
  const document = structuredClone(contract);
  const schema = document.components?.schemas?.InvoiceStatus;
  const lifecycle = schema?.['x-lifecycle'] as Lifecycle | undefined;
  const statuses = (schema?.enum ?? []) as string[];
  const insert = (name: string) => {
    if (name === 'lifecycle-diagram') return drawLifecycle(lifecycle, statuses);
    if (name === 'lifecycle-table') return lifecycleTable(lifecycle, statuses);
    if (name === 'problem-table') return problemTable(document['x-problems']);
    if (name === 'feature-list') return featureList(document['x-features']);
    const sample = /^sample (\S+)$/.exec(name)?.[1];
    if (sample) return fence(join(room, 'samples', sample));
    throw new Error(`A guide asks for "${name}", which the docs builder does not know.`);
  };
  const section = (name: string) => {
    const { title, text } = readGuide(join(room, 'guides', `${name}.md`), insert);
    return { name, 'x-displayName': title, 'x-traitTag': true, description: text };
  };
  const operations = document.tags ?? [];
  document.tags = [...guides.Guides.map(section), ...operations, ...guides.Reference.map(section)];
  document['x-tagGroups'] = [
    { name: 'Guides', tags: [...guides.Guides] },
    { name: 'Operations', tags: operations.map(({ name }) => name) },
    { name: 'Reference', tags: [...guides.Reference] },
  ];
  for (const { id, value } of listOperations(document.paths)) {
    const samples = readSamples(join(room, 'samples'), id);
    if (samples.length > 0) value['x-codeSamples'] = samples;
  }
  return document;
}

function fence(file: string): string {
  const language = { ts: 'typescript', py: 'python', sh: 'bash' }[basename(file).split('.').at(-1) ?? ''] ?? '';
  return `\`\`\`${language}\n${readSample(file)}\n\`\`\``;
}

function featureList(features: Record<string, string> | undefined): string {
  return members(features)
    .map(([name, description]) => `- \`${name}\`: ${description}`)
    .join('\n');
}
