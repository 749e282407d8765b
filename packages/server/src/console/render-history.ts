import { textOfCents } from '../engine/cents.ts';
import { currency } from '../engine/receipt.ts';
import { type Html, html } from '../pages/html-page.ts';
import type { HistoryEntry, InvoiceHistory } from './find-history.ts';
import { renderEvent } from './render-event.ts';
import { renderRequest, renderRequestLine } from './render-request.ts';
import { renderStatus } from './render-status.ts';
import type { InvoiceChange } from './replay-transitions.ts';
import { renderTime } from './time-text.ts';
import type { Visitor } from './visitor.ts';

/** Renders what happened to an invoice, newest first. */
export function renderHistory({ invoice, entries }: InvoiceHistory, visitor: Visitor): Html {
  return html`<ol class="history">
${entries.map(
  (entry) => html`<li class="${entry.kind}"><div class="when">${renderTime(entry.at)}</div>
${renderEntry(entry, invoice.id, visitor)}</li>
`,
)}
</ol>`;
}

function renderEntry(entry: HistoryEntry, invoiceId: string, visitor: Visitor): Html {
  switch (entry.kind) {
    case 'change':
      return renderChange(entry.change);
    case 'event':
      return renderEvent(entry.event, entry.attempts, invoiceId, visitor);
    case 'request': {
      const { requestId } = entry.request;
      return html`<details id="${requestId}"><summary>${renderRequestLine(entry.request)} <span class="code soft">${requestId}</span></summary>
${renderRequest(entry.request)}
<p><a href="${visitor.basePath}/sandbox/requests/${requestId}">On a page of its own</a></p>
</details>`;
    }
  }
}

function renderChange({ from, to, receipt }: InvoiceChange): Html {
  const why = receipt
    ? html`Receipt <span class="code">${receipt.receiptId}</span>: ${textOfCents(receipt.amount)} ${currency}, ${receipt.paymentStatus}`
    : from === undefined
      ? 'Created'
      : 'Its time was over';
  return html`<p>${from && from !== to ? html`${renderStatus(from)} <span class="soft">to</span> ` : undefined}${renderStatus(to)}</p>
<p class="soft">${why}</p>`;
}
