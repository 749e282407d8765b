import { type Exchange, isSuccess } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { invoiceOf } from './invoice-of.ts';
import { makePayable, type Payable } from './payable.ts';
import type { Subject } from './subject.ts';

/** Returns the run's shared create with the smallest body. */
export function sharedCreate(subject: Subject): Promise<Exchange> {
  return subject.share('created', () => subject.create());
}

/** Returns the run's shared fetch of the shared invoice. */
export function sharedFetch(subject: Subject): Promise<Exchange> {
  return subject.share('fetched', async () => subject.fetch(invoiceOf(await sharedCreate(subject)).id));
}

/** Returns the run's shared submit of a receipt, accepted or not. */
export function sharedSubmit(subject: Subject): Promise<{ payable: Payable; exchange: Exchange }> {
  return subject.share('submitted', async () => {
    const payable = await makePayable(subject);
    return { payable, exchange: await subject.submit(payable.invoice.id, payable.webReceipt) };
  });
}

/** Returns the shared submit. Skips the case where a made-up receipt was refused. */
export async function acceptedSubmit(subject: Subject): Promise<{ payable: Payable; exchange: Exchange }> {
  const submitted = await sharedSubmit(subject);
  const { answer: response } = submitted.exchange;
  if (!submitted.payable.real && !(response && isSuccess(response))) {
    throw new CaseSkipped(
      `This deployment refused a made-up receipt (${response?.status}), as it may. Say how to pay with --pay or --adapter.`,
      'pay',
    );
  }
  return submitted;
}
