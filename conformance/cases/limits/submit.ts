import type { DeclareCases } from '../../src/case/case.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { deriveSpentLimit } from '../derive/spent-limits.ts';
import { imitateId } from '../play/imitate-id.ts';
import { withLimits } from '../play/limit-rates.ts';
import { isLimited, spend } from '../play/spend-limit.ts';

const ofInvoice = 10;

/** The limits on submits: of an account, and for one invoice. */
export const submitCases: DeclareCases = (contract) => [
  ...deriveSpentLimit(contract, 'submitReceipt', 60, (_subject, at, id) => ({
    // Each for an invoice of its own: one invoice has a lower limit.
    invoiceId: imitateId(`${String(id).slice(0, -3)}${100 + at}`),
    webReceipt: `made-up-receipt-${at}`,
  })),
  ...(['exact', 'of-invoice', 'after-members'] as const).map((id) => ({
    id: `limits/submit/invoice/${id}`,
    title: {
      exact: 'Ten submits a minute for one invoice are let in, and no fewer',
      'of-invoice': 'The limit for one invoice does not count for another',
      'after-members': 'The limit for one invoice is judged after the members of the body',
    }[id],
    requirement: id === 'after-members' ? 'checks-in-order' : 'submit-rate-limit',
    features: id === 'after-members' ? ['rate-limits'] : [],
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run({ subject }: Parameters<ReturnType<DeclareCases>[0]['run']>[0]) {
      const path = subject.pathOf('submitReceipt');
      const scene = await subject.share('limit of an invoice', async () => {
        const [one, other] = [invoiceOf(await subject.create()).id, invoiceOf(await sharedCreate(subject)).id];
        const body = { invoiceId: one, webReceipt: 'made-up-receipt' };
        let found:
          | {
              spent: Awaited<ReturnType<typeof spend>>;
              elsewhere: Awaited<ReturnType<typeof subject.sendOnce>>;
              wrong: Awaited<ReturnType<typeof subject.sendOnce>>;
            }
          | undefined;
        await withLimits(subject, async () => {
          const spent = await spend(subject, ofInvoice + 3, () => jsonRequest(path, body));
          const elsewhere = await subject.sendOnce(jsonRequest(path, { ...body, invoiceId: other }));
          const wrong = await subject.sendOnce(jsonRequest(path, { ...body, webReceipt: 7 }));
          found = { spent, elsewhere, wrong };
          return [];
        });
        return found as NonNullable<typeof found>;
      });
      const { served, refused } = scene.spent;
      if (id === 'exact')
        return served.length === ofInvoice
          ? []
          : broken(contract, 'submit-rate-limit', {
              expected: `${ofInvoice} let in`,
              received: `${served.length} let in, ${refused.length} answered 429`,
              exchanges: [...served.slice(-1), ...refused.slice(0, 1)],
            });
      const [requirement, exchange, expected] =
        id === 'of-invoice'
          ? (['submit-rate-limit', scene.elsewhere, 'no 429 for another invoice'] as const)
          : (['checks-in-order', scene.wrong, '422 for a webReceipt that is no text'] as const);
      return isLimited(exchange) ? broken(contract, requirement, { expected, received: '429', exchanges: [exchange] }) : [];
    },
  })),
];
