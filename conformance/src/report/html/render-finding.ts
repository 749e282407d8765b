import type { Finding } from '../../outcome/finding.ts';
import type { CaseResult } from '../../outcome/verdict.ts';
import { cutText, showUnseen } from '../../text/encode-output.ts';
import { reproduceLine, showsByItself } from '../reproduce/reproduce-line.ts';
import { runCaseAgain } from '../reproduce/run-case-again.ts';
import { type Html, html } from './html-template.ts';
import { renderExchange } from './render-exchange.ts';

const valueShown = 600;

/** Renders a finding: the difference from the accepted request, expected and received, how to see it again, the exchanges. */
export function renderFinding(result: CaseResult, finding: Finding, reproduce: string): Html {
  const { difference, expected, received, exchanges, pointer, script } = finding;
  const value = (text: string): string => cutText(showUnseen(text), valueShown);
  return html`<article class="finding">
<h3>${showUnseen(result.title)} <code>${result.id}</code></h3>
${result.known && html`<p class="source">Known until ${result.known.until}: ${result.known.reason}</p>`}
<dl class="compare">
${difference !== undefined && html`<div class="difference"><dt>Sent</dt><dd><code>${value(difference)}</code></dd></div>`}
<div class="expected"><dt>Expected</dt><dd><code>${value(expected)}</code></dd></div>
<div class="received"><dt>Received</dt><dd><code>${value(received)}</code></dd></div>
</dl>
<p class="source">Where the contract says so: <code>openapi.yaml#${pointer}</code> · ${result.file === undefined ? 'Recorded traffic' : html`The case: <code>${result.file}</code>`}</p>
${renderReproduction(result, finding, reproduce, script ?? reproduceLine(finding))}
${exchanges.length > 0 && html`<details class="exchanges"><summary>${exchanges.length === 1 ? 'The exchange' : `The ${exchanges.length} exchanges`}</summary>${exchanges.map(renderExchange)}</details>`}
</article>
`;
}

function renderReproduction({ id, file }: CaseResult, { exchanges, script }: Finding, reproduce: string, shown: string): Html {
  const needsCase = file !== undefined && script === undefined && !showsByItself({ exchanges });
  return html`${shown !== '' && html`<pre class="shell"><code>${shown}</code></pre>`}
${needsCase && html`<p class="source">The state that it needs is gone by now. This plays it all again:</p><pre class="shell"><code>${runCaseAgain(reproduce, id)}</code></pre>`}`;
}
