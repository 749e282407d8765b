import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Subject } from './subject.ts';

/** Returns the create that all cases share. It has the smallest body. */
export const sharedCreate = (subject: Subject): Promise<Exchange> => subject.share('created', () => subject.create());

/** Returns the fetch that all cases share. It fetches the shared invoice. */
export const sharedFetch = (subject: Subject): Promise<Exchange> =>
  subject.share('fetched', async () => subject.fetch(invoiceOf(await sharedCreate(subject)).id));

/** Returns the submit that all cases share. It may have been refused. */
export function sharedSubmit(subject: Subject): Promise<{ payable: Payable; exchange: Exchange }> {
  return subject.share('submitted', async () => {
    const payable = await makePayable(subject);
    return { payable, exchange: await subject.submit(payable.invoice.id, payable.webReceipt) };
  });
}

/** Returns the submit that all cases share. Skips the case if the deployment refused a made-up receipt. */
export async function acceptedSubmit(subject: Subject): Promise<{ payable: Payable; exchange: Exchange }> {
  const submitted = await sharedSubmit(subject);
  const { answer: response } = submitted.exchange;
  if (!submitted.payable.real && !(response && isSuccess(response))) {
    throw new CaseSkipped(
      `This deployment refused a made-up receipt (${response?.status}), as it may. Use --pay or --adapter to make payments.`,
      'pay',
    );
  }
  return submitted;
}

/** An invoice, and a receipt for it that nobody has submitted yet. */
export interface Payable {
  created: Exchange;
  invoice: Record<string, unknown>;
  webReceipt: string;
  /** True if the adapter made the receipt. Otherwise the suite made it up, and the deployment may refuse it. */
  real: boolean;
}

export async function makePayable(subject: Subject): Promise<Payable> {
  const created = await subject.create();
  const invoice = invoiceOf(created);
  const webReceipt = await subject.pay({ invoice, amount: subject.settings.amount, outcome: 'completed' });
  if (webReceipt) return { created, invoice, webReceipt, real: true };
  return { created, invoice, webReceipt: `made-up-receipt-${crypto.randomUUID()}`, real: false };
}

/** Returns an invoice and a receipt that all cases share for requests that must be refused, so the receipt is never used up. */
export const unsubmittedPayable = (subject: Subject): Promise<Payable> =>
  subject.share('unsubmitted', () => makePayable(subject));

/** Returns the invoice in a successful response. Skips the case if there is none, because another case reports that. */
export function invoiceOf(exchange: Exchange): Record<string, unknown> {
  const invoice = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
  if (!invoice)
    throw new CaseSkipped(
      `${exchange.request.path} did not give an invoice (${exchange.answer?.status}), which this case starts from.`,
    );
  return invoice;
}
