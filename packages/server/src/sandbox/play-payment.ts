import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { currencyOf, type Invoice } from '@payment-invoice/kit/lifecycle';
import { signReceipt } from '@payment-invoice/kit/receipts';
import type { PaymentOrder } from './read-payment-order.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/** Makes the web receipt of a simulated payment for an invoice. `now` is the Unix time in milliseconds. */
export function playPayment(
  invoice: Invoice,
  { amount, outcome, differs }: Pick<PaymentOrder, 'amount' | 'outcome' | 'differs'>,
  identity: SandboxIdentity,
  now: number,
  randomBytes: RandomBytes,
): Promise<string> {
  const { cashTag, note } = invoice;
  const receiptId = makeId('rcp', now, randomBytes);
  const currency = currencyOf(invoice);
  const receipt = { receiptId, cashTag, note, amount, currency, paymentStatus: outcome, paidAt: now, ...differs };
  return signReceipt(receipt, identity, now);
}
