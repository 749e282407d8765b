import { randomBytes } from 'node:crypto';
import { createInvoice } from '@payment-invoice/kit/lifecycle';
import { sampleRequest } from '../../../packages/kit/testing/sample-request.ts';
import type { Store } from '../../../packages/server/src/store/store.ts';
import { payDollar } from '../../../packages/server/testing/open-test-store.ts';

/** Commits paid invoices of an account, each with one event to deliver to the URL; returns their ids. */
export async function fillOutbox(store: Store, accountId: string, url: string, invoices: number): Promise<string[]> {
  const now = Date.now();
  const one = async () => {
    const request = { ...sampleRequest, accountId, amount: 100, callbackUrl: url };
    const invoice = createInvoice(request, now, randomBytes, 3_600_000);
    await store.createInvoice(invoice);
    await payDollar(store, invoice, now);
    return invoice.id;
  };
  return Promise.all(Array.from({ length: invoices }, one));
}
