import type { Invoice } from '../engine/invoice.ts';
import { makeId, type RandomBytes } from '../engine/make-id.ts';
import { currency } from '../engine/receipt.ts';
import { mintReceipt } from './mint-receipt.ts';
import type { PaymentOrder } from './read-payment-order.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/** Makes the web receipt of a payment that nobody made, for an invoice; `now` in milliseconds since 1970. */
export function playPayment(
  { cashTag, note }: Invoice,
  { amount, outcome }: Pick<PaymentOrder, 'amount' | 'outcome'>,
  identity: SandboxIdentity,
  now: number,
  randomBytes: RandomBytes,
): Promise<string> {
  const receiptId = makeId('rcp', now, randomBytes);
  const receipt = { receiptId, cashTag, note, amount, currency, paymentStatus: outcome, paidAt: now };
  return mintReceipt(receipt, identity, now);
}
