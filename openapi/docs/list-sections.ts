import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, nodesOf, textOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { drawLifecycle } from './draw-lifecycle.ts';
import { inlineCode } from './escape-html.ts';
import { lifecycleTable } from './lifecycle-table.ts';
import { listExamples } from './list-examples.ts';
import { listObjects } from './list-objects.ts';
import { problemTable } from './problem-table.ts';
import { rateLimitTable } from './rate-limit-table.ts';
import { readGuide } from './read-guide.ts';
import { languageOf, readSample, samplesFolderOf } from './read-samples.ts';
import { renderFence, renderJson } from './render-code.ts';
import { renderFields, renderHeaders, renderSchemaWords, slugOfName } from './render-fields.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderOperation } from './render-operation.ts';
import { renderRefusals } from './render-responses.ts';
import { scopeTable } from './scope-table.ts';
import { takeParagraph, withoutParagraphs } from './take-paragraph.ts';

/** The guides in the order of the sidebar, by the names of their files. */
export const guides = {
  'Start here': ['quick-start', 'authentication'],
  Guides: [
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

/** A section of the page, without its heading. */
export interface Section {
  id: string;
  title: string;
  html: string;
}

/** Sections under one name in the sidebar. */
export interface SectionGroup {
  name: string;
  sections: Section[];
}

const room = resolve(import.meta.dirname, '..');
const samples = join(room, 'samples');

/** The docs as sections. */
export interface Sections {
  /** The contract's own words on the service: those of its description that no guide shows. */
  introduction: string;
  groups: SectionGroup[];
}

/** Lists every section of the docs: guides, operations, the objects that they return. */
export function listSections(contract: Contract): Sections {
  const description = textOf(contract.document.info?.description);
  const taken: string[] = [];
  const guide = (name: string) => ({
    id: name,
    ...readGuide(join(room, 'guides', `${name}.md`), (insert) => {
      const beginning = /^contract (.+)$/.exec(insert)?.[1];
      if (beginning === undefined) return insertInto(contract, insert);
      taken.push(beginning);
      return renderMarkdown(takeParagraph(description, beginning), { id: 'contract' });
    }),
  });
  const operations = contract.operations.map((operation) => ({
    id: samplesFolderOf(operation.id),
    title: textOf(operation.node.summary),
    html: renderOperation(contract, operation, samples, 3),
  }));
  const groups = [
    { name: 'Start here', sections: guides['Start here'].map(guide) },
    { name: 'Operations', sections: operations },
    { name: 'Guides', sections: guides.Guides.map(guide) },
    { name: 'Reference', sections: [...guides.Reference.map(guide), ...objectSections(contract), headerSection(contract)] },
  ];
  return { introduction: renderMarkdown(withoutParagraphs(description, taken), { id: 'introduction' }), groups };
}

/** Makes what replaces a line `<!-- insert: NAME -->` of a guide. */
function insertInto(contract: Contract, name: string): string {
  const { document, lifecycles, problems, features, operations } = contract;
  if (name === 'lifecycle-diagram') return drawLifecycle(lifecycles[0]);
  if (name === 'lifecycle-table') return lifecycleTable(lifecycles[0]);
  if (name === 'problem-table') return problemTable(problems);
  if (name === 'rate-limit-table') return rateLimitTable(contract);
  if (name === 'scope-table') return scopeTable(contract);
  if (name === 'security-schemes')
    return nodesOf(document.components?.securitySchemes)
      .map(([, { description }]) => renderMarkdown(textOf(description), { id: 'security' }))
      .join('');
  if (name === 'feature-list')
    return `<ul>${[...features].map(([feature, words]) => `<li><code>${feature}</code>: ${inlineCode(words)}</li>`).join('')}</ul>`;
  if (name === 'unrouted-responses') {
    const responses = nodesOf(document['x-unrouted-answers']);
    return renderRefusals(contract, 'unrouted', responses);
  }
  if (name === 'clients-table')
    return renderMarkdown(readFileSync(join(room, 'generators/measured-clients.md'), 'utf8'), { id: 'clients' });
  const [kind, ...words] = name.split(' ');
  const rest = words.join(' ');
  if (kind === 'sample') return renderFence(readSample(join(samples, rest)), languageOf(basename(rest)));
  if (kind === 'response') {
    const [id, status = '', example] = words;
    const { node } = operations.find((each) => each.id === id) ?? {};
    const body = followReference(document, node?.responses?.[status], []).node?.content?.['application/json'];
    const found = listExamples(document, body).find((each) => each.name === example);
    if (found) return renderJson(`Response ${status}`, found.value);
  }
  throw new Error(`A guide asks for "${name}", which the docs builder does not know.`);
}

/** Makes a section of each object that an operation returns or a callback sends. */
function objectSections({ document }: Contract): Section[] {
  return listObjects(document).map(([name, schema]) => {
    const id = slugOfName(name);
    const example = [schema.examples].flat().find(isNode);
    return {
      id,
      title: name,
      html:
        renderSchemaWords(document, schema, id) +
        renderFields(document, schema, { id, heading: 'Field', isRequest: false }) +
        (example ? renderJson(`Example: ${name}`, example) : ''),
    };
  });
}

function headerSection({ document, operations }: Contract): Section {
  const responses = [...operations.map(({ node }) => node.responses), document['x-unrouted-answers']];
  const headers = responses.flatMap((each) =>
    entriesOf(each).flatMap(([, reference]) => {
      const { node: response } = followReference(document, reference, []);
      return entriesOf(response?.headers).map(([name, header]): [string, Record<string, unknown>] => [
        name,
        followReference(document, header, []).node ?? {},
      ]);
    }),
  );
  return {
    id: 'response-headers',
    title: 'Response headers',
    html: `<p>Each response of an operation names those that it carries.</p>${renderHeaders(document, new Map(headers), { id: 'header', heading: 'Header', isRequest: false })}`,
  };
}
