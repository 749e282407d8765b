import { callbackTypeOf, currencyOf, type Invoice, type InvoiceStatus, isFinal } from '@payment-invoice/kit/lifecycle';
import { textOfCents } from '@payment-invoice/kit/money';
import { type Html, html } from '@payment-invoice/kit/pages';
import { targetOf } from '@payment-invoice/kit/urls';
import { english } from '../payment-page/words/english.ts';
import { sandboxActions, sandboxAmount } from '../sandbox/play-payment.ts';
import type { StoredEvent } from '../store/history-store.ts';
import type { HistoryEntry, InvoiceChange, InvoiceHistory } from './find-history.ts';
import type { RecordedAttempt } from './journal.ts';
import { renderMessage } from './render-exchange.ts';
import { renderRequest, renderRequestLine } from './render-request.ts';
import { plainText, renderStatus, renderTime } from './render-values.ts';
import type { Visitor } from './visitor.ts';

/** Renders the page of an invoice: its fields, its history, and buttons that simulate a payment. */
export function renderInvoice(history: InvoiceHistory, conditions: Html | undefined, visitor: Visitor): Html {
  const { invoice } = history;
  return html`${conditions}
<div class="columns invoice">
<section class="card" aria-labelledby="invoice">
<p>${renderStatus(invoice.status)}</p>
<h1 id="invoice">${textOfCents(invoice.amount)} ${currencyOf(invoice)}${invoice.paidAmount === null ? undefined : html` <span class="soft">${textOfCents(invoice.paidAmount)} paid</span>`}</h1>
${renderFacts(invoice, visitor)}
</section>
<aside>
${isFinal(invoice.status) ? html`<section class="card"><h2>Play the payer</h2><p class="soft">The invoice is ${invoice.status}: nothing more can be paid.</p></section>` : renderPayer(invoice, visitor)}
</aside>
<section aria-labelledby="history">
<h2 id="history">History</h2>
<p class="hint">Newest first, in UTC by the sandbox's clock. Requests and attempts are kept as long as this server runs.</p>
${renderHistory(history, visitor)}
</section>
</div>`;
}

function renderFacts(invoice: Invoice, { basePath }: Visitor): Html {
  const { id, cashTag, note, isWhiteLabel, createdAt, expiresAt, receiptId, callbackUrl, returnUrl } = invoice;
  const facts: [string, Html | string | undefined][] = [
    ['Invoice', html`<span class="code">${id}</span>`],
    ['To', html`<bdi>${plainText(cashTag)}</bdi>`],
    ['Note', html`<span class="code">${note}</span>`],
    ['Created', html`${renderTime(createdAt)} UTC`],
    ['Expires', html`${renderTime(expiresAt)} UTC`],
    ['Last receipt', receiptId === null ? undefined : html`<span class="code">${plainText(receiptId)}</span>`],
    ['Callback URL', callbackUrl === null ? undefined : html`<span class="code">${plainText(callbackUrl)}</span>`],
    ['Return URL', returnUrl === null ? undefined : html`<span class="code">${plainText(returnUrl)}</span>`],
    ['White-labelled', isWhiteLabel ? 'yes' : undefined],
    ['Payment page', html`<a href="${basePath}/pay/${id}">as the payer sees it</a>`],
  ];
  return html`<dl class="facts">
${facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;
}

function renderPayer(invoice: Invoice, visitor: Visitor): Html {
  const { basePath, formToken } = visitor;
  const missing = invoice.amount - (invoice.paidAmount ?? 0);
  const buttons = sandboxActions.map(({ name, showsAmount }) => {
    const amount = sandboxAmount(name, missing);
    if (amount === undefined) return '';
    return html`<button name="action" value="${name}" id="play-${name}"${name === 'full' ? html` class="primary"` : undefined}><span>${english.sandbox.actions[name]}</span>${showsAmount ? html`<span class="number">${textOfCents(amount)} ${currencyOf(invoice)}</span>` : undefined}</button>`;
  });
  return html`<section class="card" aria-labelledby="payer">
<h2 id="payer">Play the payer</h2>
<form method="post" action="${basePath}/sandbox/invoices/${invoice.id}/payments" class="actions">
<input type="hidden" name="form" value="${formToken}">
${buttons}
</form>
<p class="hint">Each makes a web receipt and submits it with your token, as your program would.</p>
</section>
<section class="card" aria-labelledby="time">
<h2 id="time">Let time pass</h2>
${renderSkip(invoice.expiresAt, invoice.id, visitor, 'Move the clock to its expiry')}
<p class="hint">The clock is the whole sandbox's, and only goes forward.</p>
</section>`;
}

function renderHistory({ invoice, entries }: InvoiceHistory, visitor: Visitor): Html {
  return html`<ol class="history">
${entries.map(
  (entry) => html`<li class="${entry.kind}"><div class="when">${renderTime(entry.at)}</div>
${renderEntry(entry, invoice, visitor)}</li>
`,
)}
</ol>`;
}

function renderEntry(entry: HistoryEntry, invoice: Invoice, visitor: Visitor): Html {
  switch (entry.kind) {
    case 'change':
      return renderChange(entry.change, invoice);
    case 'event':
      return renderEvent(entry.event, entry.attempts, invoice.id, visitor);
    case 'request': {
      const { requestId } = entry.request;
      return html`<details id="${requestId}"><summary>${renderRequestLine(entry.request)} <span class="code soft">${requestId}</span></summary>
${renderRequest(entry.request)}
<p><a href="${visitor.basePath}/sandbox/requests/${requestId}">On a page of its own</a></p>
</details>`;
    }
  }
}

function renderChange({ from, to, receipt }: InvoiceChange, invoice: Invoice): Html {
  const why = receipt
    ? html`Receipt <span class="code">${receipt.receiptId}</span>: ${textOfCents(receipt.amount)} ${currencyOf(invoice)}, ${receipt.paymentStatus}`
    : from === undefined
      ? 'Created'
      : 'Its time to pay was over';
  return html`<p>${from && from !== to ? html`${renderStatus(from)} <span class="soft">to</span> ` : undefined}${renderStatus(to)}</p>
<p class="soft">${why}</p>`;
}

function renderEvent(event: StoredEvent, attempts: readonly RecordedAttempt[], invoiceId: string, visitor: Visitor): Html {
  const { id, url, outcome } = event;
  const first = event.attempts - attempts.length;
  return html`<p><strong>Callback ${typeOf(event)}</strong> ${renderOutcome(event)}</p>
<p class="soft">to <span class="code">${plainText(url)}</span> · <span class="code">${id}</span></p>
${outcome === null ? renderNext(event) : undefined}
${first > 0 && attempts.length === 0 ? html`<p class="soft">${first} earlier attempts are not kept.</p>` : undefined}
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

/** Renders a form that moves the clock to `until` (milliseconds since 1970) and then leads back to the invoice's page. */
function renderSkip(until: number, invoiceId: string, { basePath, formToken }: Visitor, words: string): Html {
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
  // Shows a placeholder for the signature, which only the thread that sends the callback knows.
  const headers = [
    ['Host', host],
    ['Content-Type', 'application/json'],
    ['User-Agent', 'payment-invoice-callbacks/1'],
    ['webhook-id', event.id],
    ['webhook-timestamp', '(the time of the attempt in seconds)'],
    ['webhook-signature', 'v1,••••••••'],
  ] as const;
  const id = `${event.id}-${at}-${attempt}`;
  const ended = result.kind === 'responded' ? String(result.status) : result.reason;
  const response =
    result.kind === 'responded'
      ? {
          headers: result.retryAfter === undefined ? [] : ([['Retry-After', result.retryAfter]] as const),
          body: result.excerpt ?? '(bodies of responses are kept only if this sandbox can be reached only from its own machine)',
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

/** Returns the type of an event. Its body needs no validation, because this server wrote it. */
function typeOf({ body }: StoredEvent): string {
  const { data } = JSON.parse(body.toString()) as { data: { status: InvoiceStatus } };
  return callbackTypeOf(data.status);
}
