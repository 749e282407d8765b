import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, textOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { listObjects } from './describe-schema.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { favicon, readStyle } from './page-head.ts';
import { createGuideReader, guides } from './read-guide.ts';
import { samplesFolderOf } from './read-samples.ts';
import { renderJson, renderReferral } from './render-code.ts';
import { renderFields, renderHeaders, renderSchemaWords, slugOfName } from './render-fields.ts';
import { renderMarkdown, renderTable } from './render-markdown.ts';
import { renderOperation } from './render-operation.ts';

/** The files of the page's script, in the order in which they are joined: search.js and try.js use functions of page.js. */
const scripts = ['browser/page.js', 'browser/search.js', 'browser/try.js'];

/** Renders the docs as one HTML page, whose script only adds conveniences. `docs` is the file name of the Redoc edition. */
export function renderPage(contract: Contract, docs = 'index.html'): string {
  const { info } = contract.document;
  const { introduction, groups } = listSections(contract);
  const title = escapeHtml(textOf(info?.title));
  const script = scripts.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
  const style = readStyle('lifecycle.css', 'docs.css');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${favicon}
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<p class="site"><a href="#top">${title}</a> <span class="soft">version ${escapeHtml(textOf(info?.version))}</span></p>
<form class="search" role="search" hidden>
<label for="search">Search the docs</label>
<input id="search" type="search" placeholder="Search: a code, a field, a word" autocomplete="off" spellcheck="false" aria-controls="found">
<div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</form>
</header>
<div class="columns">
<nav aria-label="Contents">
<details open><summary>Contents</summary>
${groups.map(renderContents).join('\n')}
</details>
</nav>
<main id="main" tabindex="-1">
<section id="top" aria-labelledby="title">
<h1 id="title">${title}</h1>
${renderMarkdown(textOf(info?.summary), { id: 'summary' })}<p class="soft">This is all of it on one page. The same in sections: <a href="${escapeHtml(docs)}">as Redoc renders it</a>.</p>
${introduction}
${renderOverview(contract)}
</section>
${groups.map(renderGroup).join('\n')}
</main>
</div>
<script>${script}</script>
</body>
</html>
`;
}

function renderContents({ name, sections }: SectionGroup): string {
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  const extra = name === 'Reference' ? '<li><a href="requirements.html">List of requirements</a></li>' : '';
  return `<p class="group">${name}</p>\n<ul>${links.join('')}${extra}</ul>`;
}

function renderGroup({ name, sections }: SectionGroup): string {
  return sections
    .map(
      ({ id, title, html }) =>
        `<section id="${id}" aria-labelledby="heading-${id}"><p class="eyebrow">${name}</p><h2 id="heading-${id}">${escapeHtml(title)}</h2>\n${html}</section>`,
    )
    .join('\n');
}

/** Renders what integrators look for first: the server, the operations, and the contract as a file. */
function renderOverview({ document, operations }: Contract): string {
  const rows = operations.map(
    ({ id, method, path, node }) =>
      `<tr><th scope="row"><a href="#${samplesFolderOf(id)}">${escapeHtml(textOf(node.summary))}</a></th><td><code>${method} ${escapeHtml(path).replaceAll('/', '<wbr>/')}</code></td></tr>`,
  );
  const servers = itemsOf(document.servers).map(
    ({ url, description }) =>
      `<p class="server">Server: <code>${escapeHtml(textOf(url))}</code> <span class="soft">${escapeHtml(textOf(description))}</span></p>`,
  );
  const words = itemsOf(document.tags).map(
    (tag) =>
      `<p><strong>${escapeHtml(textOf(tag.name))}</strong>: ${inlineCode(textOf(tag.description))}</p>${renderReferral(tag)}`,
  );
  return [
    renderReferral(document),
    ...words,
    renderTable(['Operation', 'Request'], rows),
    ...servers,
    '<p>The contract as a file: <a href="openapi.yaml">openapi.yaml</a>, <a href="openapi.json">openapi.json</a>; for generators of clients, <a href="generators/openapi.generators.json">openapi.generators.json</a>, or in OpenAPI 3.0 <a href="generators/openapi.generators-3.0.json">openapi.generators-3.0.json</a>, and written plainly <a href="generators/openapi.generators-plain.json">openapi.generators-plain.json</a>.</p>',
    renderTerms(document.info),
  ].join('\n');
}

function renderTerms(info: Node | undefined): string {
  const link = (url: unknown, words: string) =>
    textOf(url) === '' ? escapeHtml(words) : `<a href="${escapeHtml(textOf(url))}">${escapeHtml(words)}</a>`;
  const { license, contact, termsOfService } = info ?? {};
  const parts = [
    isNode(license) ? `Licence: ${link(license.url, textOf(license.name))}` : '',
    isNode(contact) ? `Contact: ${link(contact.url, [contact.name, contact.email].map(textOf).filter(Boolean).join(', '))}` : '',
    textOf(termsOfService) && link(termsOfService, 'Terms of service'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `<p class="soft">${parts.join(' · ')}</p>`;
}

/** Writes the page's security policy: it allows only this script and style and, for "Try it", requests to the page's server. */
function pagePolicy(script: string, style: string): string {
  const allow = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${allow(script)}`,
    `style-src ${allow(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** A section of the page, without its heading. */
export interface Section {
  id: string;
  title: string;
  html: string;
}

interface SectionGroup {
  name: string;
  sections: Section[];
}

const samples = join(import.meta.dirname, '../samples');

export interface Sections {
  /** The part of the contract's description that no guide shows. */
  introduction: string;
  groups: SectionGroup[];
}

/** Lists the sections of the docs: guides, operations, and the objects that operations return. */
function listSections(contract: Contract): Sections {
  const { read, introduction } = createGuideReader(contract, '#');
  const guide = (name: string) => {
    const { title, text } = read(name);
    return { id: name, title, html: renderMarkdown(text, { id: name, deeper: 1, holdsHtml: true }) };
  };
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
  return { introduction: renderMarkdown(introduction(), { id: 'introduction' }), groups };
}

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
