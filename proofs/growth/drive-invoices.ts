import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createInvoice } from '../../packages/server/src/engine/create-invoice.ts';
import { decideReceipt } from '../../packages/server/src/engine/decide-receipt.ts';
import { describeInvoice } from '../../packages/server/src/engine/describe-invoice.ts';
import type { Invoice } from '../../packages/server/src/engine/invoice.ts';
import type { Receipt } from '../../packages/server/src/engine/receipt.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import { sampleRequest } from '../../packages/server/testing/sample-request.ts';

/** The public address of the server, which is in each response that is kept. */
export const baseUrl = 'https://pay.example.com';
const host = 'shop.example.com';
const lease = 30_000;

/** Creates invoices, `atOnce` at a time, each with a key and a callback URL. */
export async function createMany(
  store: Store,
  accountId: string,
  count: number,
  now: number,
  atOnce: number,
): Promise<Invoice[]> {
  return inParts(count, atOnce, async () => {
    const callbackUrl = `https://${host}/payments/callback?order=${randomBytes(4).toString('hex')}`;
    const invoice = createInvoice({ ...sampleRequest, accountId, callbackUrl }, now, randomBytes, 3_600_000);
    const fingerprint = createHash('sha256').update(invoice.id).digest();
    const response = Buffer.from(JSON.stringify(describeInvoice(invoice, baseUrl)));
    await store.createInvoice(invoice, { operation: 'createPayment', key: randomUUID(), fingerprint, response });
    return invoice;
  });
}

/** Pays each invoice in full, with one receipt. */
export async function payMany(store: Store, invoices: readonly Invoice[], now: number, atOnce: number): Promise<void> {
  await inParts(invoices.length, atOnce, async (index) => {
    const { accountId, id, cashTag, note, amount } = invoices[index] as Invoice;
    const receiptId = randomUUID();
    const receipt: Receipt = { receiptId, cashTag, note, amount, currency: 'USD', paymentStatus: 'completed', paidAt: now };
    const key = { hash: createHash('sha256').update(receiptId).digest(), receiptId };
    await store.readReceiptFacts(accountId, id, key, now);
    await store.applyReceipt(accountId, id, key, receipt, now, (facts) => decideReceipt(facts, receipt));
  });
}

/** Delivers the events that wait, each at its first attempt; returns how many there were. */
export async function deliverAll(store: Store, now: number, atOnce: number): Promise<number> {
  for (let delivered = 0; ; ) {
    const { events } = await store.claimEvents([{ host, limit: atOnce }], now, now + lease);
    if (events.length === 0) return delivered;
    await store.recordAttempts(
      events.map((event) => ({ event, decision: { kind: 'delivered' } })),
      now,
    );
    delivered += events.length;
  }
}

async function inParts<Result>(count: number, atOnce: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const part = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => work(from + index));
    results.push(...(await Promise.all(part)));
  }
  return results;
}
