import type { Payable } from '../../payments/receipts.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { sleep } from '../../src/places/places.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Reads an invoice every tenth of a second until it has changed, at most `most` times, so that a plan can count the reads. */
export async function changeOf(
  subject: Subject,
  { invoice }: Payable,
  most: number,
): Promise<{ read: Exchange; members: string[] }> {
  for (let reads = 1; ; reads++) {
    const read = await subject.fetch(invoice.id);
    const fields = changedFields(invoice, invoiceOf(read));
    if (fields.length > 0 || reads >= most) return { read, members: fields };
    await sleep(100);
  }
}

/** Returns the changed fields of an invoice. Ignores an expiry, and a change between null and 0, which mean the same. */
export function changedFields(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  return changingFields.filter(
    (field) =>
      after[field] !== before[field] && (after[field] || before[field]) && !(field === 'status' && after.status === 'EXPIRED'),
  );
}

/** Fields that a payment or the clock may change between two reads. */
export const changingFields = ['status', 'receiptId', 'paidAmount'];
