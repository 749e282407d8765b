import type { Crash } from '../report.ts';
import { type Html, html } from './html-template.ts';
import { renderExchange } from './render-exchange.ts';

/** Renders the last requests before the deployment stopped responding; one of them may have ended it. */
export function renderCrash({ failure, unanswered, before }: Crash): Html {
  const silent = before.filter(({ exchange }) => exchange.answer === undefined).length;
  return html`<section class="crash fail"><h2>The deployment stopped responding</h2>
<p>${unanswered} requests in a row ended with “${failure}”. The last requests before that, of which one may have ended it${
    silent > 0 && html`; ${silent} had no response`
  }:</p>
${before.map(
  ({ case: id, exchange }) =>
    html`<details class="exchanges"><summary><span class="status ${exchange.answer ? 'pass' : 'fail'}">${exchange.answer?.status ?? 'none'}</span> <code>${exchange.request.method} ${exchange.request.path}</code> <code class="id">${id}</code></summary>${renderExchange(exchange)}</details>\n`,
)}</section>`;
}
