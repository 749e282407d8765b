import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';
import { createdWith } from './create-with.ts';

/** Submits a receipt for an invoice that was created with optional fields. Skips the case where a made-up receipt was refused. */
export function submittedWithMore(
  subject: Subject,
  features: ReadonlySet<string>,
): Promise<{ created: Exchange; exchange: Exchange }> {
  return subject.share('submitted with more fields', async () => {
    const created = await createdWith(subject, echoedValues(subject.contract, features));
    const invoice = invoiceOf(created);
    // Read before too: a change must show even where reads are cached.
    await subject.fetch(invoice.id);
    const receipt = await subject.pay({ invoice, amount: subject.settings.amount, outcome: 'completed' });
    const exchange = await subject.submit(invoice.id, receipt ?? `made-up-receipt-${crypto.randomUUID()}`);
    if (receipt === null && !(exchange.answer && isSuccess(exchange.answer)))
      throw new CaseSkipped(
        `This deployment refused a made-up receipt (${exchange.answer?.status}), as it may. Say how to pay with --pay or --adapter.`,
      );
    return { created, exchange };
  });
}
