import { currencyOf, expireIfDue, type Invoice } from '@payment-invoice/kit/lifecycle';
import { textOfCents } from '@payment-invoice/kit/money';
import { type Html, html } from '@payment-invoice/kit/pages';
import { plainText } from './plain-text.ts';
import { renderConditions } from './render-conditions.ts';
import { renderStatus } from './render-status.ts';
import { renderTime } from './time-text.ts';
import type { ConsoleParts, Visitor } from './visitor.ts';

const perPage = 25;

/**
 * Renders a page of the account's invoices, newest first. It begins after the invoice with the id `before`, or with the newest.
 */
export async function renderInvoiceList(parts: ConsoleParts, visitor: Visitor, before?: string): Promise<Html> {
  const { store, now } = parts.services;
  const { invoices, next } = await store.listInvoices(visitor.principal.accountId, perPage, before);
  const path = `${visitor.basePath}/sandbox`;
  const at = now();
  return html`${renderConditions(parts, visitor)}
${
  invoices.length === 0
    ? html`<p class="empty">${before || next ? 'No more of your invoices here.' : 'No invoices yet. Create the first one with the form, or with your program: it shows up here by itself.'}</p>`
    : html`<table class="list">
<thead><tr><th scope="col">Status</th><th scope="col" class="number">Amount</th><th scope="col">To</th><th scope="col">Created, UTC</th><th scope="col">Invoice</th></tr></thead>
<tbody>
${invoices.map((invoice) => renderRow(expireIfDue(invoice, at), path))}
</tbody>
</table>`
}
${
  before || next
    ? html`<nav class="pages" aria-label="Pages">${before && html`<a href="${path}">Newest</a>`}${next && html`<a href="${path}?before=${encodeURIComponent(next)}">Older</a>`}</nav>`
    : undefined
}`;
}

function renderRow(invoice: Invoice, path: string): Html {
  const { id, status, amount, paidAmount, cashTag, createdAt } = invoice;
  return html`<tr>
<td>${renderStatus(status)}</td>
<td class="number">${textOfCents(amount)} ${currencyOf(invoice)}${paidAmount !== null && paidAmount !== amount ? html`<span class="soft block">${textOfCents(paidAmount)} paid</span>` : undefined}</td>
<td><bdi>${plainText(cashTag)}</bdi></td>
<td>${renderTime(createdAt)}</td>
<td><a class="code" href="${path}/invoices/${id}">${id}</a></td>
</tr>
`;
}
