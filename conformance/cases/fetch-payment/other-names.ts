import type { DeclareCases } from '../../src/case/case.ts';
import { operationById, requirementAbout } from '../../src/contract/contract.ts';
import { isSuccess, responseObject } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { firstWrong } from '../play/first-wrong.ts';
import { receiptFor, shares, startPlay, submit } from '../play/play.ts';

/** Unique fields of an invoice other than its id. */
const others = ['note', 'paymentUrl', 'receiptId'];

/** Cases that fetch an invoice by something other than its id. */
export const otherNamesCases: DeclareCases = (contract) => {
  const requirement = requirementAbout(operationById(contract, 'fetchPayment'), 'unknown-id').id;
  return [
    {
      id: 'fetch-payment/other-names',
      title: 'An invoice is not found by its note, its paymentUrl or its receipt',
      requirement,
      operations: ['fetch-payment', 'submit-receipt'],
      async run({ subject }) {
        const play = await startPlay(subject);
        const receipt = await receiptFor(play, shares(subject).whole);
        const paid = await submit(play, receipt);
        const shown: Record<string, unknown> = { ...play.invoice, ...(paid.answer && responseObject(paid.answer)) };
        const names = [...others.map((field) => [field, shown[field]] as const), ['webReceipt', receipt] as const];
        return firstWrong(
          names.filter(([, value]) => typeof value === 'string' && value !== shown.id),
          async ([field, value]) => {
            const exchange = await subject.fetch(value);
            if (!exchange.answer || !isSuccess(exchange.answer)) return [];
            return broken(contract, requirement, {
              member: 'invoiceId',
              difference: `invoiceId: the invoice's id → its ${field}`,
              ...insteadOf('no success: 404', exchange),
            });
          },
        );
      },
    },
  ];
};
