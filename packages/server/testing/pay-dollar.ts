import { randomBytes } from 'node:crypto';
import { decideReceipt, type Invoice } from '@payment-invoice/kit/lifecycle';
import type { Store } from '../src/store/store.ts';

/** Commits a payment of one dollar, with an invented receipt. */
export async function payDollar(store: Store, { id, accountId, cashTag, note }: Invoice, paidAt: number): Promise<void> {
  const receiptId = randomBytes(8).toString('hex');
  const receipt = { receiptId, cashTag, note, amount: 100, currency: 'USD', paymentStatus: 'completed', paidAt } as const;
  const key = { hash: Buffer.from(receiptId), receiptId };
  await store.applyReceipt(accountId, id, key, receipt, paidAt, (facts) => decideReceipt(facts, receipt));
}
