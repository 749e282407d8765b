import { type Html, html } from '../pages/html-page.ts';
import type { RecordedRequest } from './journal.ts';
import { writeClientCode } from './write-client-code.ts';
import { writeCurl } from './write-curl.ts';

/** Renders a request as a curl line and as code of the client, both to be copied. */
export function renderCopies(request: RecordedRequest): Html {
  const code = writeClientCode(request);
  return html`${renderCopy(`${request.requestId}-curl`, 'Copy as curl', writeCurl(request), 'With BASE_URL and TOKEN in the environment; WEB_RECEIPT too where there was a receipt.')}
${code && renderCopy(`${request.requestId}-code`, 'Copy as client code', code, 'For @payment-invoice/client.')}`;
}

function renderCopy(id: string, words: string, text: string, hint: string): Html {
  return html`<details id="${id}">
<summary>${words}</summary>
<div class="copy"><pre id="${id}-text" tabindex="0" role="group" aria-label="${words}">${text}</pre><button class="small" type="button" data-copy="${id}-text" hidden>Copy</button></div>
<p class="hint">${hint}</p>
</details>`;
}
