import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { invoiceNotFound } from '@payment-invoice/kit/invoices';
import { currencyOf, type Invoice } from '@payment-invoice/kit/lifecycle';
import { signAgain, signReceipt } from '@payment-invoice/kit/receipts';
import type { Principal } from '@payment-invoice/kit/tokens';
import type { Services } from '../handlers/services.ts';
import { refuseFields } from './act-on-json.ts';
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

/**
 * Plays a payment in place of a payment rail, and returns the web receipt: `POST /sandbox/payments`. It does not change the
 * invoice; submitting the receipt does.
 * @throws ProblemError as an operation would
 */
export async function payInvoice(
  order: PaymentOrder,
  { accountId }: Principal,
  { store, now, randomBytes }: Services,
  identity: SandboxIdentity,
): Promise<{ webReceipt: string }> {
  const paidAt = now();
  const invoice = await store.readInvoice(accountId, order.invoiceId, paidAt);
  if (!invoice) throw invoiceNotFound();
  if (order.signedAgain !== undefined) {
    const webReceipt = await signAgain(order.signedAgain, identity);
    const detail = 'differs.signedAgain must be a receipt of this sandbox.';
    if (webReceipt === undefined) throw refuseFields([{ pointer: '/differs/signedAgain', code: 'pattern', detail }]);
    return { webReceipt };
  }
  return { webReceipt: await playPayment(invoice, order, identity, paidAt, randomBytes) };
}
