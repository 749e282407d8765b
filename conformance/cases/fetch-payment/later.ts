import type { Case } from '../../src/case/case.ts';
import { compareMember } from '../../src/checks/compare-invoices.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { statusesSeen } from '../features/versioning.ts';

/** What holds at the end of a run as it did at its beginning. */
export function laterCases(contract: Contract): Case[] {
  const fetch = operationById(contract, 'fetchPayment');
  const same = requirementById(contract, 'fetch-reads-what-was-created');
  return [
    {
      id: 'fetch-payment/answer/still-there',
      title: 'The first invoice of the run is still there after the others, as it was created',
      requirement: 'fetch-answers-invoice',
      covers: [same.id],
      operations: ['create-payment', fetch.slug],
      alone: true,
      async run({ subject }) {
        const created = await sharedCreate(subject);
        const before = invoiceOf(created);
        // Others in between: a store that keeps only the newest shows here.
        await Promise.all(Array.from({ length: 8 }, () => subject.create()));
        const exchange = await subject.fetch(before.id);
        if (!exchange.answer || !isSuccess(exchange.answer)) {
          const received = `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`;
          return [
            makeFinding(contract, 'fetch-answers-invoice', { expected: 'the invoice', received, exchanges: [created, exchange] }),
          ];
        }
        const changing = ['status', 'receiptId', 'paidAmount'];
        return Object.keys(fetch.answer.properties ?? {})
          .filter((member) => !changing.includes(member))
          .flatMap((member) => compareMember(fetch, same, member, created, exchange));
      },
    },
    {
      id: 'answers/status/known',
      title: 'Every status that is shown is one of the five, of part-paid, overpaid and failed invoices too',
      requirement: 'invoice-status',
      operations: ['create-payment', 'submit-receipt', fetch.slug],
      run: ({ subject }) => statusesSeen(contract, subject, 'invoice-status'),
    },
  ];
}
