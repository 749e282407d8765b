import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Subject } from './subject.ts';

/** Returns the create that all cases share. It has the smallest body. */
export const sharedCreate = (subject: Subject): Promise<Exchange> => subject.share('created', () => subject.create());

/** Returns the fetch that all cases share. It fetches the shared invoice. */
export const sharedFetch = (subject: Subject): Promise<Exchange> =>
  subject.share('fetched', async () => subject.fetch(invoiceOf(await sharedCreate(subject)).id));

/** Returns the invoice in a successful response. Skips the case if there is none, because another case reports that. */
export function invoiceOf(exchange: Exchange): Record<string, unknown> {
  const invoice = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
  if (!invoice)
    throw new CaseSkipped(
      `${exchange.request.path} did not give an invoice (${exchange.answer?.status}), which this case starts from.`,
    );
  return invoice;
}
