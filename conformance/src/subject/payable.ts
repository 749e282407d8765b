import type { Exchange } from '../http/exchange.ts';
import { invoiceOf } from './invoice-of.ts';
import type { Subject } from './subject.ts';

/** An invoice with a receipt for it that has not been submitted. */
export interface Payable {
  created: Exchange;
  invoice: Record<string, unknown>;
  webReceipt: string;
  /** True if the adapter made the receipt. Otherwise it is made up, and the deployment may refuse it. */
  real: boolean;
}

/** Makes a new invoice and a receipt for it. */
export async function makePayable(subject: Subject): Promise<Payable> {
  const created = await subject.create();
  const invoice = invoiceOf(created);
  const webReceipt = await subject.pay({ invoice, amount: subject.settings.amount, outcome: 'completed' });
  if (webReceipt) return { created, invoice, webReceipt, real: true };
  return { created, invoice, webReceipt: `made-up-receipt-${crypto.randomUUID()}`, real: false };
}

/**
 * Returns the run's shared invoice and receipt for requests that must be refused. No request should get this receipt accepted.
 */
export function unsubmittedPayable(subject: Subject): Promise<Payable> {
  return subject.share('unsubmitted', () => makePayable(subject));
}
