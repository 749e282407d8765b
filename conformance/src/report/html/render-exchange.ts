import { type Exchange, responseJson } from '../../http/exchange.ts';
import { showMarks } from '../../text/marks.ts';
import { type Html, html } from './html-template.ts';

const bodyShown = 6000;

export function renderExchange({ request, url, answer: response, failure, milliseconds }: Exchange): Html {
  return html`<div class="exchange">
<pre class="request"><code>${request.method} ${url}
${request.headers.map(([name, value]) => `${name}: ${value}\n`)}${request.body !== undefined && `\n${clip(request.body)}`}</code></pre>
<pre class="answer"><code>${response ? `${response.status}` : `No response: ${failure}`}  (${milliseconds} ms)
${response?.headers.map(([name, value]) => `${name}: ${value}\n`)}${response && response.text !== '' && `\n${clip(readable(response))}`}</code></pre>
</div>
`;
}

/** Indents JSON for reading, unless that would change how it is written, such as the digits of a number. */
function readable(response: NonNullable<Exchange['answer']>): string {
  const json = responseJson(response);
  if (json === undefined || typeof json !== 'object') return response.text;
  const compact = JSON.stringify(json);
  return compact === response.text.trim() ? JSON.stringify(json, null, 2) : response.text;
}

function clip(body: string): string {
  const text = showMarks(body);
  return text.length <= bodyShown ? text : `${text.slice(0, bodyShown)}… (${text.length - bodyShown} more characters)`;
}
