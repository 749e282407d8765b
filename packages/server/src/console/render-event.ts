import { callbackTypeOf, type InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import { type Html, html } from '@payment-invoice/kit/pages';
import { targetOf } from '@payment-invoice/kit/urls';
import type { StoredEvent } from '../store/history-store.ts';
import type { RecordedAttempt } from './journal.ts';
import { plainText } from './plain-text.ts';
import { renderMessage } from './render-exchange.ts';
import { renderTime } from './time-text.ts';
import type { Visitor } from './visitor.ts';

/** Renders a callback: its event, its state, each attempt with request and response, and the form that sends it again. */
export function renderEvent(event: StoredEvent, attempts: readonly RecordedAttempt[], invoiceId: string, visitor: Visitor): Html {
  const { id, url, outcome } = event;
  const first = event.attempts - attempts.length;
  return html`<p><strong>Callback ${typeOf(event)}</strong> ${renderOutcome(event)}</p>
<p class="soft">to <span class="code">${plainText(url)}</span> · <span class="code">${id}</span></p>
${outcome === null ? renderNext(event) : undefined}
${first > 0 && attempts.length === 0 ? html`<p class="soft">${first} earlier attempts, which are no longer kept.</p>` : undefined}
${attempts.map((attempt) => renderAttempt(attempt, event))}
<div class="row">
${outcome === 'gone' ? undefined : renderResend(id, invoiceId, visitor, outcome === null ? 'Send now' : 'Send again')}
${outcome === null && event.attempts > 0 ? renderSkip(event.nextAt, invoiceId, visitor, 'Move the clock to the next attempt') : undefined}
</div>`;
}

function renderNext({ attempts, nextAt }: StoredEvent): Html {
  if (attempts === 0) return html`<p class="soft">The first attempt is due.</p>`;
  return html`<p class="soft">Next attempt: ${renderTime(nextAt)} UTC</p>`;
}

/** Renders the form that moves the clock to a time (Unix time in milliseconds) and then returns to the invoice. */
export function renderSkip(until: number, invoiceId: string, { basePath, formToken }: Visitor, words: string): Html {
  return html`<form method="post" action="${basePath}/sandbox/tools/clock">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="until" value="${until}">
<input type="hidden" name="invoice" value="${invoiceId}">
<button class="small">${words}</button>
</form>`;
}

function renderResend(eventId: string, invoiceId: string, { basePath, formToken }: Visitor, words: string): Html {
  return html`<form method="post" action="${basePath}/sandbox/invoices/${invoiceId}/callbacks">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="event" value="${eventId}">
<button class="small" id="resend-${eventId}">${words}</button>
</form>`;
}

function renderOutcome({ outcome, reason, attempts }: StoredEvent): Html {
  switch (outcome) {
    case 'delivered':
      return html`<span class="status paid">delivered</span>`;
    case 'dead':
      return html`<span class="status failed">given up</span> <span class="soft">${reason ?? ''}</span>`;
    case 'gone':
      return html`<span class="status expired">not wanted</span> <span class="soft">${reason ?? ''}</span>`;
    case null:
      return html`<span class="status pending">waiting</span>${attempts > 0 ? html` <span class="soft">${reason ?? ''}</span>` : undefined}`;
  }
}

function renderAttempt({ attempt, at, ms, result, decision }: RecordedAttempt, event: StoredEvent): Html {
  const { host } = new URL(event.url);
  // The signature is missing, because the thread that makes and sends it does not keep it.
  const headers = [
    ['Host', host],
    ['Content-Type', 'application/json'],
    ['User-Agent', 'payment-invoice-callbacks/1'],
    ['webhook-id', event.id],
    ['webhook-timestamp', '(the second of the attempt)'],
    ['webhook-signature', 'v1,••••••••'],
  ] as const;
  const id = `${event.id}-${at}-${attempt}`;
  const ended = result.kind === 'responded' ? String(result.status) : result.reason;
  const response =
    result.kind === 'responded'
      ? {
          headers: result.retryAfter === undefined ? [] : ([['Retry-After', result.retryAfter]] as const),
          body: result.excerpt ?? '(bodies of responses are kept only when this sandbox is reached only from its own machine)',
        }
      : { headers: [], body: '' };
  return html`<details id="${id}">
<summary>Attempt ${attempt}: <strong>${ended}</strong> <span class="soft">${renderTime(at)} · ${ms} ms${decision.kind === 'retry' ? html` · next ${renderTime(decision.at)}` : undefined}</span></summary>
<div class="exchange">
${renderMessage({ words: 'Request', firstLine: `POST ${targetOf(event.url)}`, headers, body: event.body.toString() }, `${id}-request`)}
${renderMessage({ words: 'Response', firstLine: ended, ...response }, `${id}-response`)}
</div>
</details>`;
}

/** Reads the type of an event from its body, which this server wrote. */
function typeOf({ body }: StoredEvent): string {
  const { data } = JSON.parse(body.toString()) as { data: { status: InvoiceStatus } };
  return callbackTypeOf(data.status);
}
