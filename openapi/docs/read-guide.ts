import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { followReference } from '../reader/follow-reference.ts';
import { nodesOf, textOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { withoutMarks } from './check-prose.ts';
import { drawLifecycle } from './draw-lifecycle.ts';
import { inlineCode } from './escape-html.ts';
import { lifecycleTable } from './lifecycle-table.ts';
import { listExamples } from './list-examples.ts';
import { problemTable } from './problem-table.ts';
import { rateLimitTable } from './rate-limit-table.ts';
import { languageOf, readSample } from './read-samples.ts';
import { escapeMarkdown } from './render-markdown.ts';
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

/** A guide as Markdown. The tables in it are HTML, because a cell of Markdown may hold no `|`. */
export interface Guide {
  title: string;
  text: string;
}

/** Reads the guides of a contract. */
export interface GuideReader {
  /** Throws an Error that names the file when the guide has no title or an unknown insert. */
  read: (name: string) => Guide;
  /** Returns what the contract's description says and no guide has shown: ask when all are read. */
  introduction: () => string;
}

const room = resolve(import.meta.dirname, '..');

/** Makes a reader of guides for an edition in which links to other sections begin with `anchor`. */
export function createGuideReader(contract: Contract, anchor: '#' | '#/'): GuideReader {
  const description = textOf(contract.document.info?.description);
  const taken: string[] = [];
  const insert = (name: string): string => {
    const beginning = /^contract (.+)$/.exec(name)?.[1];
    if (beginning === undefined) return insertInto(contract, name);
    taken.push(beginning);
    return escapeMarkdown(takeParagraph(description, beginning));
  };
  return {
    read: (name) => readGuide(join(room, 'guides', `${name}.md`), insert, anchor),
    introduction: () => withoutParagraphs(description, taken),
  };
}

/** Reads `# Title` and the text below it; `insert` makes what replaces a line `<!-- insert: NAME -->`. */
function readGuide(file: string, insert: (name: string) => string, anchor: string): Guide {
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  const title = /^# (.+)$/.exec(first)?.[1];
  if (!title) throw new Error(`${file} does not begin with a line "# Title".`);
  // In the repository a guide links to its neighbour's file; here the neighbour is a section, and documents lie beside the page.
  const text = withoutMarks(rest.join('\n'))
    .replace(/\]\(([\w-]+)\.md(?:#[\w-]+)?\)/g, `](${anchor}$1)`)
    .replace(/\]\(\.\.\/(generators|arazzo)\//g, ']($1/')
    .replace(/^<!-- insert: (.+) -->$/gm, (_, name) => insert(name));
  return { title, text };
}

/** Makes the Markdown that replaces a line `<!-- insert: NAME -->` of a guide. */
function insertInto(contract: Contract, name: string): string {
  const { document, lifecycles, problems, features, operations } = contract;
  if (name === 'lifecycle-diagram') return drawLifecycle(lifecycles[0]);
  if (name === 'lifecycle-table') return lifecycleTable(lifecycles[0]);
  if (name === 'problem-table') return problemTable(problems);
  if (name === 'rate-limit-table') return rateLimitTable(contract);
  if (name === 'scope-table') return scopeTable(contract);
  if (name === 'security-schemes')
    return nodesOf(document.components?.securitySchemes)
      .map(([, { description }]) => escapeMarkdown(textOf(description)))
      .join('\n\n');
  if (name === 'feature-list')
    return `<ul>${[...features].map(([feature, words]) => `<li><code>${feature}</code>: ${inlineCode(words)}</li>`).join('')}</ul>`;
  if (name === 'unrouted-responses') {
    const responses = nodesOf(document['x-unrouted-answers']);
    return renderRefusals(contract, 'unrouted', responses);
  }
  if (name === 'clients-table') return readFileSync(join(room, 'generators/measured-clients.md'), 'utf8');
  const [kind, ...words] = name.split(' ');
  const rest = words.join(' ');
  if (kind === 'sample') return writeFence(languageOf(basename(rest)), readSample(join(room, 'samples', rest)));
  if (kind === 'response') {
    const [id, status = '', example] = words;
    const { node } = operations.find((each) => each.id === id) ?? {};
    const body = followReference(document, node?.responses?.[status], []).node?.content?.['application/json'];
    const found = listExamples(document, body).find((each) => each.name === example);
    if (found) return writeFence(`json Response ${status}`, JSON.stringify(found.value, null, 2));
  }
  throw new Error(`A guide asks for "${name}", which the docs builder does not know.`);
}

/** Writes a fence; its first line is the language and, after a space, what is written above the code in place of its name. */
function writeFence(info: string, source: string): string {
  return `\`\`\`${info}\n${source}\n\`\`\``;
}
