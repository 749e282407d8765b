import { loadContract } from '@payment-invoice/stubs';

/** The style of our pages. It looks like the docs, follows the reader's preference for light or dark, and loads no other file. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1a1c21, #eceef3);
  --soft: light-dark(#555761, #b4b7c2);
  --page: light-dark(#fff, #1f2229);
  --panel: light-dark(#f5f6f8, #2a2d36);
  --line: light-dark(#d9dbe1, #444854);
  --link: light-dark(#1a56c4, #8fb4ff);
}
body {
  max-width: 42rem;
  margin: 0 auto;
  padding: clamp(1.5rem, 6vh, 4rem) 1.25rem;
  color: var(--text);
  background: var(--page);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1 {
  margin: 0.5rem 0 1.25rem;
  font-size: clamp(1.5rem, 5vw, 2rem);
  line-height: 1.2;
}
h2 {
  margin: 0 0 0.35rem;
  color: var(--soft);
  font-size: 0.875rem;
  font-weight: 600;
}
p {
  margin: 0 0 0.5rem;
}
a {
  color: var(--link);
}
code {
  font: 0.9em ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere;
}
.soft {
  color: var(--soft);
}
.badge {
  display: inline-block;
  margin-right: 0.6rem;
  padding: 0.1rem 0.6rem;
  color: #fff;
  background: #1a56c4;
  border-radius: 6px;
  font-weight: 600;
}
.panel {
  margin: 1rem 0;
  padding: 1rem 1.25rem;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 10px;
}
.panel p:last-child {
  margin: 0;
}
nav {
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem 1.5rem;
  margin-top: 2rem;
}
`;

/** HTML that is safe to put into a page. */
export interface Html {
  html: string;
}

/** Makes HTML from a template. Escapes all values that are not HTML already, including those in lists. Omits undefined. */
export function html(parts: TemplateStringsArray, ...values: readonly (Value | readonly Value[])[]): Html {
  let text = parts[0] ?? '';
  // Uses a plain loop, because it is faster, and a page consists of about a hundred such templates.
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Array.isArray(value)) for (const one of value) text += htmlOf(one);
    else text += htmlOf(value as Value);
    text += parts[i + 1];
  }
  return { html: text };
}

type Value = string | number | Html | undefined;

function htmlOf(value: Value): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? value.html : escapeHtml(String(value));
}

/** Renders a complete page. `body` must contain the heading. The page loads no files and runs no scripts. */
export function htmlPage(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ html: pageStyle }}</style>
${body}
</html>
`.html;
}

/** The headers of our pages. They stop any script, even an injected one, and keep other sites from framing the pages. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Renders a sentence of the contract: text in backticks becomes code. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return { html: parts.map((part, index) => (index % 2 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part))).join('') };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

// Does not import `node:http`, because an import reads all exports of the module, and some of them load a second HTTP client.
const { STATUS_CODES: statusNames } = process.getBuiltinModule('node:http');

/** A page for people, which any framework can send. */
export interface ProblemPage {
  status: number;
  headers: Record<string, string>;
  /** The HTML of the page. */
  body: string;
}

/** Finds the page at the path of a problem's `type`, with or without a query. Returns undefined for any other path. */
export type FindProblemPage = (path: string) => ProblemPage | undefined;

/**
 * Makes a page for each problem code, with its cause and its solution. An unknown code gets a 404 page.
 * @param docs returns the URL of this project's docs, with a final slash; without it, the pages have no links
 */
export function createProblemPages(docs?: () => string): FindProblemPage {
  const entries = new Map(Object.entries(loadContract()['x-problems']));
  return (path) => {
    const [, code] = /^\/problems\/([^/?]+)(?:\?.*)?$/.exec(path) ?? [];
    if (code === undefined) return undefined;
    const links = docs && linksTo(docs());
    const problem = entries.get(code);
    if (!problem) {
      const text = html`<main><h1>No such problem</h1><p>There is no problem with the code <code>${code}</code>. The docs list all problems.</p></main>${links}`;
      return { status: 404, headers: pageHeaders, body: htmlPage('No such problem', text) };
    }
    const { status, title, cause, cure } = problem;
    const body = htmlPage(
      `${title} (${status} ${code})`,
      html`<main>
<p><span class="badge">${status}</span><span class="soft">${statusNames[status] ?? 'Error'}</span></p>
<h1>${title}</h1>
<p><code>${code}</code></p>
<section class="panel"><h2>Cause</h2><p>${sentence(cause)}</p></section>
<section class="panel"><h2>Cure</h2><p>${sentence(cure)}</p></section>
<p class="soft">Still stuck? The response's <code>requestId</code>, also in the header <code>X-Request-Id</code>, tells whoever runs the service which request it was.</p>
</main>
${links}`,
    );
    return { status: 200, headers: pageHeaders, body };
  };
}

/** Renders links to the docs. The first two lead to the single-page version of the docs, which works without scripts. */
function linksTo(docs: string): Html {
  return html`<nav><a href="${docs}page#errors">All errors</a><a href="${docs}page#idempotency-and-retries">When to try again</a><a href="${docs}">The docs</a></nav>`;
}
