import { loadContract, ProblemError } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import { html, htmlPage, PAGE_HEADERS } from './html-page.ts';
import { route } from './route.ts';

/** `/problems/<code>`: the page that a problem's `type` names. */
export function serveProblems(): Middleware {
  const entries = new Map(Object.entries(loadContract()['x-problems']));
  return route('GET', /^\/problems\/([a-z_]+)$/, (ctx, code = '') => {
    const problem = entries.get(code);
    if (!problem) throw new ProblemError('not_found', 'There is no such problem. The docs list all of them.');
    ctx.set(PAGE_HEADERS);
    ctx.body = htmlPage(
      problem.title,
      html`<p><code>${code}</code>, HTTP status ${problem.status}</p>
<h2>Cause</h2>
<p>${problem.cause}</p>
<h2>Cure</h2>
<p>${problem.cure}</p>`,
    );
  });
}
