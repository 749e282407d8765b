import { type Exchange, responseJson } from '../../http/exchange.ts';
import type { Finding } from '../../outcome/finding.ts';
import type { CaseResult } from '../../outcome/verdict.ts';
import { reproduceLine } from '../reproduce-line.ts';
import { type Html, html } from './html-template.ts';

const showAtMost = 6000;

/** Renders a finding: the difference from the accepted request, expected and received, the curl line, the exchanges. */
export function renderFinding(result: CaseResult, finding: Finding): Html {
  const { difference, expected, received, exchanges, pointer } = finding;
  return html`<article class="finding">
<h3>${result.title} <code>${result.id}</code></h3>
${result.known && html`<p class="source">Known until ${result.known.until}: ${result.known.reason}</p>`}
<dl class="compare">
${difference !== undefined && html`<div class="difference"><dt>Sent</dt><dd><code>${difference}</code></dd></div>`}
<div class="expected"><dt>Expected</dt><dd><code>${expected}</code></dd></div>
<div class="received"><dt>Received</dt><dd><code>${clip(received, 600)}</code></dd></div>
</dl>
<p class="source">Where the contract says so: <code>openapi.yaml#${pointer}</code> · The case: <code>${result.file}</code></p>
<pre class="shell"><code>${reproduceLine(finding)}</code></pre>
${exchanges.length > 1 && html`<p class="source">What lies in a state is gone by now: the command above with <code>--case ${result.id}</code> plays it all again.</p>`}
${exchanges.length > 0 && html`<details class="exchanges"><summary>${exchanges.length === 1 ? 'The exchange' : `The ${exchanges.length} exchanges`}</summary>${exchanges.map(renderExchange)}</details>`}
</article>
`;
}

function renderExchange({ request, url, answer: response, failure, milliseconds }: Exchange): Html {
  return html`<div class="exchange">
<pre class="request"><code>${request.method} ${url}
${request.headers.map(([name, value]) => `${name}: ${value}\n`)}${request.body !== undefined && `\n${clip(request.body, showAtMost)}`}</code></pre>
<pre class="answer"><code>${response ? `${response.status}` : `No response: ${failure}`}  (${milliseconds} ms)
${response?.headers.map(([name, value]) => `${name}: ${value}\n`)}${response && response.text !== '' && `\n${clip(readable(response), showAtMost)}`}</code></pre>
</div>
`;
}

/** Formats JSON with one field a line, unless that would hide how it is written: a number keeps its digits. */
function readable(response: NonNullable<Exchange['answer']>): string {
  const json = responseJson(response);
  if (json === undefined || typeof json !== 'object') return response.text;
  const compact = JSON.stringify(json);
  return compact === response.text.trim() ? JSON.stringify(json, null, 2) : response.text;
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}
