import type { InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import { type Html, html } from '@payment-invoice/kit/pages';

export function renderStatus(status: InvoiceStatus): Html {
  return html`<span class="status ${status.toLowerCase()}">${status}</span>`;
}

export function renderHttpStatus(status: number): Html {
  return html`<span class="status ${status < 400 ? 'paid' : status < 500 ? 'under_paid' : 'failed'}">${status}</span>`;
}
