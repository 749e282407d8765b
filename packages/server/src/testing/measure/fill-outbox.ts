import { randomBytes } from 'node:crypto';
import { createInvoice } from '../../engine/create-invoice.ts';
import { decideReceipt } from '../../engine/decide-receipt.ts';
import type { Store } from '../../store/store.ts';
import { sampleRequest } from '../sample-request.ts';

/** Commits paid invoices of an account that call the URL, `changes` events each; returns their ids. */
export async function fillOutbox(store: Store, accountId: string, url: string, invoices: number, changes = 1): Promise<string[]> {
  const now = Date.now();
  const one = async () => {
    const request = { ...sampleRequest, accountId, amount: changes * 100, callbackUrl: url };
    const invoice = createInvoice(request, now, randomBytes, 3_600_000);
    await store.createInvoice(invoice);
    for (let i = 0; i < changes; i++) {
      const receiptId = randomBytes(8).toString('hex');
      const { cashTag, note } = invoice;
      const receipt = {
        receiptId,
        cashTag,
        note,
        amount: 100,
        currency: 'USD',
        paymentStatus: 'completed',
        paidAt: now,
      } as const;
      const key = { hash: Buffer.from(receiptId), receiptId };
      await store.applyReceipt(accountId, invoice.id, key, receipt, now, (facts) => decideReceipt(facts, receipt));
    }
    return invoice.id;
  };
  return Promise.all(Array.from({ length: invoices }, one));
}
