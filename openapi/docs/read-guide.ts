import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { followReference } from '../reader/follow-reference.ts';
import { nodesOf, textOf } from '../reader/json.ts';
import { type RateLimit, scopesOf } from '../reader/list-access.ts';
import type { Lifecycle } from '../reader/list-lifecycles.ts';
import type { Contract } from '../reader/read-contract.ts';
import { withoutMarks } from './check-prose.ts';
import { drawLifecycle } from './draw-lifecycle.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { languageOf, readSample, samplesFolderOf } from './read-samples.ts';
import { escapeMarkdown, renderTable } from './render-markdown.ts';
import { listExamples, renderRefusals } from './render-responses.ts';

/** The file names of the guides, in the order of the sidebar. */
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

/** A guide as Markdown. Its tables are HTML, because a Markdown table cannot contain `|`. */
export interface Guide {
  title: string;
  text: string;
}

/** A reader for the guides of one contract and one edition of the docs. */
export interface GuideReader {
  /** Reads a guide. @throws Error that names the file when the guide has no title or an unknown insert */
  read: (name: string) => Guide;
  /** Returns the part of the contract's description that no guide has shown. Call it only after all guides have been read. */
  introduction: () => string;
}

const room = resolve(import.meta.dirname, '..');

/** Makes a reader for an edition: Markdown (`files`), or docs whose links begin with `#` (on one page) or `#/` (in Redoc). */
export function createGuideReader(contract: Contract, edition: '#' | '#/' | 'files'): GuideReader {
  const description = textOf(contract.document.info?.description);
  const taken: string[] = [];
  const insert = (name: string): string => {
    const beginning = /^contract (.+)$/.exec(name)?.[1];
    if (beginning === undefined) return (edition === 'files' && insertIntoFile(contract, name)) || insertInto(contract, name);
    taken.push(beginning);
    return escapeMarkdown(takeParagraph(description, beginning));
  };
  return {
    read: (name) => readGuide(join(room, 'guides', `${name}.md`), insert, edition),
    introduction: () => withoutParagraphs(description, taken),
  };
}

/** Reads `# Title` and the text below it. `insert` returns the replacement for a line `<!-- insert: NAME -->`. */
function readGuide(file: string, insert: (name: string) => string, edition: string): Guide {
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  const title = /^# (.+)$/.exec(first)?.[1];
  if (!title) throw new Error(`${file} does not begin with a line "# Title".`);
  const prose = withoutMarks(rest.join('\n'));
  const fill = (text: string) => text.replace(/^<!-- insert: (.+) -->$/gm, (_, name) => insert(name));
  // Replaces links in tables with their text, because the sections that they lead to exist only on pages.
  if (edition === 'files') return { title, text: fill(prose).replace(/<a href="#[^"]*">(.*?)<\/a>/g, '$1') };
  // Guides link to files. Adapts these links to a page, where guides are sections, and documents are in folders beside it.
  const linked = prose.replace(/\]\(([\w-]+)\.md(?:#[\w-]+)?\)/g, `](${edition}$1)`);
  return { title, text: fill(linked).replace(/\]\(\.\.\/(generators|arazzo)\//g, ']($1/') };
}

/** Returns what Markdown files have instead of a drawing or a link to a page. Returns undefined for all other inserts. */
function insertIntoFile({ lifecycles, requirements }: Contract, name: string): string | undefined {
  if (name === 'lifecycle-diagram') {
    const changes = (lifecycles[0]?.transitions ?? []).filter(({ to }) => to !== undefined && to !== 'same');
    const arrows = changes.flatMap(({ event, from, to }) => from.map((status) => `  ${status} --> ${to}: ${event}`));
    const ends = (lifecycles[0]?.terminal ?? []).map((status) => `  ${status} --> [*]`);
    return writeFence('mermaid', ['stateDiagram-v2', `  [*] --> ${lifecycles[0]?.initial}`, ...arrows, ...ends].join('\n'));
  }
  if (name === 'requirements-link')
    return requirements.map(({ id, level, source, text }) => `- \`${id}\` (${level}, ${source}): ${text}`).join('\n');
  return undefined;
}

function insertInto(contract: Contract, name: string): string {
  const { document, lifecycles, problems, features, operations } = contract;
  if (name === 'lifecycle-diagram') return `${drawLifecycle(lifecycles[0])}\n\nA double border marks a final status.`;
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
  if (name === 'unrouted-responses') return renderRefusals(contract, 'unrouted', nodesOf(document['x-unrouted-answers']));
  if (name === 'requirements-link') return '<p><a href="requirements.html">Open the list of requirements</a></p>';
  if (name === 'generator-steps') return readFileSync(join(room, 'generators/differences.md'), 'utf8');
  if (name === 'generator-documents') return documentTable();
  if (name === 'generator-settings') return readMeasured().settings;
  if (name === 'clients-table') return readMeasured().results;
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
  throw new Error(`A guide has the insert "${name}", which the docs builder does not know.`);
}

/** Reads the results of the tests with third-party generators: a table of their settings, and the tables of results. */
function readMeasured(): { settings: string; results: string } {
  const text = readFileSync(join(room, 'generators/measured-clients.md'), 'utf8');
  // Removes the spaces that align the columns. They are a third of the file, and the guide is part of a published package.
  const blocks = text
    .replace(/ +/g, ' ')
    .replace(/---+/g, '---')
    .split(/\n{2,}/);
  const isSettings = (block: string) => block.startsWith('| settings of ');
  return { settings: blocks.find(isSettings) ?? '', results: blocks.filter((block) => !isSettings(block)).join('\n\n') };
}

const documents = [
  ['3.1', 'openapi.generators.json', 'OpenAPI 3.1'],
  ['3.0', 'openapi.generators-3.0.json', 'OpenAPI 3.0'],
  ['plain', 'openapi.generators-plain.json', 'OpenAPI 3.0'],
] as const;

/** Writes a Markdown table of the documents for generators. Each row names the generators that worked best with the document. */
function documentTable(): string {
  const lines = readMeasured()
    .results.split('\n')
    .filter((line) => line.startsWith('| '));
  const rows = lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| /, '').trim()));
  const table = documents.map(([form, file, version]) => {
    const users = rows.filter((cells) => cells.slice(1, 4).includes(form)).map(([title]) => title);
    const named = form === '3.1' ? 'generators that this table does not name' : users.join('; ');
    return `| [\`${file}\`](../generators/${file}), ${version} | ${named} |`;
  });
  return ['| document | for |', '| --- | --- |', ...table].join('\n');
}

/** Writes a fenced code block. `info` is the language, or the language and a label to show in place of its name. */
function writeFence(info: string, source: string): string {
  return `\`\`\`${info}\n${source}\n\`\`\``;
}

/** Renders the catalogue of problems as HTML, because a Markdown table cannot contain `|`. */
function problemTable(problems: Contract['problems']): string {
  const rows = problems
    // The sort is stable, so problems with the same status keep the contract's order.
    .toSorted((a, b) => a.status - b.status)
    .map(
      ({ code, status, title, cause, cure }) =>
        `<tr id="problem-${code}"><td>${status}</td><th scope="row"><code>${code}</code><br><span class="soft">${inlineCode(title)}</span></th><td>${inlineCode(cause)}</td><td>${inlineCode(cure)}</td></tr>`,
    );
  return renderTable(['HTTP', 'Code', 'Cause', 'Cure'], rows, 'problems');
}

function scopeTable({ document, operations, scopes }: Contract): string {
  const rows = scopes.map(({ name, description }) => {
    const needing = operations
      .filter((operation) => scopesOf(document, operation).includes(name))
      .map(({ id }) => `<a href="#${samplesFolderOf(id)}"><code>${escapeHtml(id)}</code></a>`);
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${inlineCode(description)}</td><td>${needing.join(', ')}</td></tr>`;
  });
  return renderTable(['Scope', 'Allows', 'Operations'], rows);
}

function lifecycleTable(lifecycle: Lifecycle | undefined): string {
  if (!lifecycle) return '';
  const { states, events, transitions } = lifecycle;
  const cell = (event: string, status: string) => {
    const found = transitions.find((each) => each.event === event && each.from.includes(status));
    if (!found?.to) return '<td>–</td>';
    const to = found.to === 'same' ? 'stays' : `<strong>${found.to}</strong>`;
    const problem = found.problem ? `<br> <code>${found.problem}</code>` : '';
    return `<td>${to}${problem}</td>`;
  };
  const rows = [...events].map(
    ([event, { description }]) =>
      `<tr><th scope="row">${inlineCode(description)}</th>${states.map((status) => cell(event, status)).join('')}</tr>`,
  );
  return renderTable(['Event', ...states], rows, 'lifecycle');
}

/** Returns the paragraph that begins with the given words, in bold or not. @throws Error when no paragraph begins with them */
function takeParagraph(text: string, beginning: string): string {
  const found = paragraphsOf(text).find((paragraph) => begins(paragraph, beginning));
  if (found === undefined) throw new Error(`The contract's description has no paragraph that begins with "${beginning}".`);
  return found;
}

function withoutParagraphs(text: string, beginnings: readonly string[]): string {
  return paragraphsOf(text)
    .filter((paragraph) => !beginnings.some((beginning) => begins(paragraph, beginning)))
    .join('\n\n');
}

function paragraphsOf(text: string): string[] {
  return text.trim().split(/\n{2,}/);
}

function begins(paragraph: string, words: string): boolean {
  return paragraph.replace(/^\*\*/, '').startsWith(words);
}

function rateLimitTable({ operations, rateLimits }: Contract): string {
  const rows = [...Map.groupBy(rateLimits, ({ of }) => of)].map(([of, limits]) => {
    const isOperation = operations.some(({ id }) => id === of);
    const what = isOperation ? `<a href="#${samplesFolderOf(of)}"><code>${escapeHtml(of)}</code></a>` : 'failed authentication';
    return `<tr><th scope="row">${what}</th><td>${limits.map(describeLimit).join(', ')}</td></tr>`;
  });
  return renderTable(['What', 'Limit'], rows);
}

/** Describes a rate limit in words: `60 a minute for an account`. */
export function describeLimit({ requests, failures, seconds, per }: RateLimit): string {
  return `${Number.isNaN(requests) ? failures : requests} ${inWords(seconds)} for ${/^[aeiou]/.test(per) ? 'an' : 'a'} ${escapeHtml(per)}`;
}

const units = new Map([
  [1, 'a second'],
  [60, 'a minute'],
  [3600, 'an hour'],
  [86_400, 'a day'],
]);

const inWords = (seconds: number): string => units.get(seconds) ?? `in ${seconds} seconds`;
