import { amountOf, sendReceipt } from '../../payments/pay.ts';
import { operationById } from '../../src/contract/contract.ts';
import { lawfulBody } from '../../src/contract/mend-body.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { invoiceOf, sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';

/** Returns the run's shared create with the smallest body and these fields. */
export function createdWith(subject: Subject, sent: Record<string, unknown>): Promise<Exchange> {
  if (Object.keys(sent).length === 0) return sharedCreate(subject);
  return subject.share(`created with ${JSON.stringify(sent)}`, () => subject.create(createBodyWith(subject, sent)));
}

/** Returns the smallest body with these fields added. Changes other fields if a rule connects them with the added ones. */
export function createBodyWith(subject: Subject, sent: Record<string, unknown>): Record<string, unknown> {
  const operation = operationById(subject.contract, 'createPayment');
  return lawfulBody(operation, { ...subject.createBody, ...sent }, Object.keys(sent));
}

/** Returns the run's shared fetch of the invoice created with these fields. */
export function fetchedWith(subject: Subject, sent: Record<string, unknown>): Promise<Exchange> {
  if (Object.keys(sent).length === 0) return sharedFetch(subject);
  return subject.share(`fetched with ${JSON.stringify(sent)}`, async () => {
    const created = await createdWith(subject, sent);
    return subject.fetch(created.answer && responseObject(created.answer)?.id);
  });
}

/** Returns the run's shared create with an empty body, which is refused. */
export const sharedRefusal = (subject: Subject): Promise<Exchange> => subject.share('refused', () => subject.create({}));

/** Submits a receipt for an invoice with optional fields. If the suite must make the receipt up, a refusal skips the case. */
export function submittedWithMore(
  subject: Subject,
  features: ReadonlySet<string>,
): Promise<{ created: Exchange; exchange: Exchange }> {
  return subject.share('submitted with more fields', async () => {
    const created = await createdWith(subject, echoedValues(subject.contract, features));
    const invoice = invoiceOf(created);
    // Reads the invoice before the submission. A server that caches reads must nevertheless show the change afterwards.
    await subject.fetch(invoice.id);
    const receipt = await subject.pay({ invoice, amount: amountOf(subject), outcome: 'completed' });
    const exchange = await sendReceipt(subject, invoice.id, receipt ?? `made-up-receipt-${crypto.randomUUID()}`);
    if (receipt === null && !hasSucceeded(exchange))
      throw new CaseSkipped(
        `This deployment refused a made-up receipt (${exchange.answer?.status}), as it may. Use --pay or --adapter to make payments.`,
        'pay',
      );
    return { created, exchange };
  });
}
