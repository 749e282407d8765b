import { loadContract } from '@payment-invoice/stubs';
import { basePathOf } from '../pages/base-path.ts';
import { type Html, html, htmlPage, pageHeaders, sentence } from '../pages/html-page.ts';
import type { Respond } from '../pages/serve-pages.ts';

// An import of node:http would load a second HTTP client as well.
const { STATUS_CODES: statusNames } = process.getBuiltinModule('node:http');

/** Renders links to the docs, whose list of errors has every code; to their one page, which a reader without scripts can read. */
function linksTo(docs: string): Html {
  return html`<nav><a href="${docs}page#errors">All errors</a><a href="${docs}page#idempotency-and-retries">When to try again</a><a href="${docs}">The docs</a></nav>`;
}

/** Shows the page that a problem's `type` names; a code that does not exist is a 404, as a page too. */
export function showProblem(baseUrl: () => string): Respond {
  const entries = new Map(Object.entries(loadContract()['x-problems']));
  return (ctx, code) => {
    const problem = entries.get(code);
    const links = linksTo(`${basePathOf(baseUrl())}/docs/`);
    ctx.set(pageHeaders);
    if (!problem) {
      ctx.status = 404;
      ctx.body = htmlPage(
        'No such problem',
        html`<main><h1>No such problem</h1><p>There is no problem with the code <code>${code}</code>. The docs list all there are.</p></main>${links}`,
      );
      return;
    }
    const { status, title, cause, cure } = problem;
    ctx.body = htmlPage(
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
  };
}
