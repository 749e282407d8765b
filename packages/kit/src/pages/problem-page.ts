import { loadContract } from '@payment-invoice/stubs';
import { type Html, html, htmlPage, pageHeaders, sentence } from './html-page.ts';

// Not an import of node:http, which would also load a second HTTP client.
const { STATUS_CODES: statusNames } = process.getBuiltinModule('node:http');

/** A page for people, in a form that any framework can send. */
export interface ProblemPage {
  status: number;
  headers: Record<string, string>;
  /** The page as HTML. */
  body: string;
}

/**
 * Finds the page that a problem's `type` names, by the path of a request with or without its query. Undefined for a path that is
 * not below `/problems/`.
 */
export type FindProblemPage = (path: string) => ProblemPage | undefined;

/**
 * Makes the pages of all problems, which state cause and cure. An unknown code gets a 404 page.
 * @param docs returns the URL of this project's docs, with a slash at the end, for links; without it there are no links
 */
export function createProblemPages(docs?: () => string): FindProblemPage {
  const entries = new Map(Object.entries(loadContract()['x-problems']));
  return (path) => {
    const [, code] = /^\/problems\/([^/?]+)(?:\?.*)?$/.exec(path) ?? [];
    if (code === undefined) return undefined;
    const links = docs && linksTo(docs());
    const problem = entries.get(code);
    if (!problem) {
      const text = html`<main><h1>No such problem</h1><p>There is no problem with the code <code>${code}</code>. The docs list all there are.</p></main>${links}`;
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

/**
 * Renders links to the docs, whose list of errors has every code. They lead to the one-page docs, which can be read without
 * scripts.
 */
function linksTo(docs: string): Html {
  return html`<nav><a href="${docs}page#errors">All errors</a><a href="${docs}page#idempotency-and-retries">When to try again</a><a href="${docs}">The docs</a></nav>`;
}
