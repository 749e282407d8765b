import { ProblemError } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import { textOfCents } from '../engine/cents.ts';
import { CURRENCY } from '../engine/receipt.ts';
import type { Services } from '../services.ts';
import { html, htmlPage, PAGE_HEADERS } from './html-page.ts';
import { route } from './route.ts';

/** `/pay/<id>`: what the payer is to pay. It shows no more than a payer needs. */
export function servePaymentPage({ store, now }: Services): Middleware {
  return route('GET', /^\/pay\/([^/]{1,255})$/, async (ctx, id = '') => {
    const invoice = await store.readPublicInvoice(id, now());
    if (!invoice) throw new ProblemError('invoice_not_found', 'There is no such invoice. Check the link.');
    ctx.set(PAGE_HEADERS);
    ctx.body = htmlPage(
      `Pay ${invoice.cashTag}`,
      html`<main>
<h1>Pay ${invoice.cashTag}</h1>
<div class="panel">
<p>Amount: <strong>${textOfCents(invoice.amount)} ${CURRENCY}</strong></p>
<p>Note: <strong>${invoice.note}</strong> (the payment must carry it)</p>
<p>Status: <strong>${invoice.status}</strong></p>
</div>
</main>`,
    );
  });
}
