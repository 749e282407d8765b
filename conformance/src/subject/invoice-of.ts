import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';

/** Returns the invoice in a success. Skips the case where there is none, because another case reports that. */
export function invoiceOf(exchange: Exchange): Record<string, unknown> {
  const invoice = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
  if (!invoice)
    throw new CaseSkipped(
      `${exchange.request.path} did not give an invoice (${exchange.answer?.status}), which this case starts from.`,
    );
  return invoice;
}
