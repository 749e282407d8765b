import { type Exchange, isSuccess } from '../src/http/exchange.ts';
import { CaseSkipped } from '../src/outcome/case-skipped.ts';
import type { OperationBaseline } from '../src/subject/domain.ts';
import { invoiceOf } from '../src/subject/shared-exchanges.ts';
import type { Subject } from '../src/subject/subject.ts';
import { amountOf, receiptFor, sendReceipt, shares } from './pay.ts';

/** Returns the submission that all cases share. It may have been refused. */
export function sharedSubmit(subject: Subject): Promise<{ payable: Payable; exchange: Exchange }> {
  return subject.share('submitted', async () => {
    const payable = await makePayable(subject);
    return { payable, exchange: await sendReceipt(subject, payable.invoice.id, payable.webReceipt) };
  });
}

/** Returns the submission that all cases share. Skips the case if the deployment refused a made-up receipt. */
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
  const webReceipt = await subject.pay({ invoice, amount: amountOf(subject), outcome: 'completed' });
  if (webReceipt) return { created, invoice, webReceipt, real: true };
  return { created, invoice, webReceipt: `made-up-receipt-${crypto.randomUUID()}`, real: false };
}

/** Returns an invoice and a receipt for requests that must be refused. All cases share them, because no case uses them up. */
export const unsubmittedPayable = (subject: Subject): Promise<Payable> =>
  subject.share('unsubmitted', () => makePayable(subject));

export const submitBaseline: OperationBaseline = {
  shared: 'submitted',
  async body(subject) {
    const { invoice, webReceipt } = await unsubmittedPayable(subject);
    return { invoiceId: invoice.id, webReceipt };
  },
  valuesFor: async (play) => ({ webReceipt: await receiptFor(play, shares(play.subject).whole) }),
  exchange: async (subject) => (await sharedSubmit(subject)).exchange,
  outcome: async (subject) => (await acceptedSubmit(subject)).exchange,
};
