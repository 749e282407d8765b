import type { DeclareCases } from '../../src/case/case.ts';
import { operationById, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess, responseObject } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { nearIds, oddTexts, requirementOfUnknown, wordsForIds } from '../play/near-ids.ts';
import { firstWrong, judgeNoServerError } from '../play/odd-input.ts';
import { receiptFor, shares, startPlay, submit } from '../play/play.ts';

/** JSON values on which some parsers fail. */
const oddValues = [
  ...[200, 5000].map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  `"${'\\u0000'.repeat(100)}"`,
  '9'.repeat(5000),
];

/** Cases for ids that no invoice has. */
export const oddCases: DeclareCases = (contract) => [
  {
    id: 'fetch-payment/odd/ids',
    title: 'An unknown id, similar to a known one or not, leads neither to an invoice nor to a 500',
    requirement: 'fetch-refuses-wrong-types',
    covers: ['bad-input-is-no-server-error', 'unknown-invoice-is-404'],
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject, features }) {
      const { id, note, paymentUrl } = invoiceOf(await sharedCreate(subject));
      const near = typeof id === 'string' ? nearIds(id) : [];
      // Where ids are numbers, a numeric note may be the id of another invoice, so it is not tried.
      const areNumbers = [id, note].every((value) => /^\d+$/.test(String(value)));
      const names = typeof note === 'string' && note !== id && !areNumbers ? [note] : [];
      return firstWrong(
        [...near, ...names, ...(paymentUrl === id ? [] : [paymentUrl]), ...wordsForIds, ...oddTexts],
        async (tried) => {
          const exchange = await subject.fetch(tried);
          const wrong = judgeNoServerError(contract, 'invoiceId', showValue(tried), exchange);
          if (wrong.length > 0 || !exchange.answer || !isSuccess(exchange.answer)) return wrong;
          return broken(contract, requirementOfUnknown('fetch', features), {
            member: 'invoiceId',
            pointer: `${operationById(contract, 'fetchPayment').requestPointer}/properties/invoiceId`,
            difference: `invoiceId: ${showValue(id)} → ${showValue(tried)}`,
            ...insteadOf('no success: no invoice has this id', exchange),
          });
        },
      );
    },
  },
  {
    id: 'fetch-payment/odd/values',
    title: 'A deep or a long value beside the id does not lead to a 500',
    requirement: 'bad-input-is-no-server-error',
    operations: ['create-payment', 'fetch-payment'],
    takesEither: true,
    async run({ subject }) {
      const { id } = invoiceOf(await sharedCreate(subject));
      return firstWrong(oddValues, async (json) => {
        const body = `{"invoiceId":${JSON.stringify(id)},"a":${json}}`;
        const exchange = await subject.send({ ...subject.requestOf('fetchPayment', {}), body });
        return judgeNoServerError(contract, 'a', json.slice(0, 60), exchange);
      });
    },
  },
  {
    id: 'fetch-payment/odd/often',
    title: 'Each of twelve reads of an invoice returns that invoice',
    requirement: 'fetch-answers-invoice',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { id } = invoiceOf(await subject.create());
      // Creates a newer invoice, to find a server that returns the newest one instead.
      await subject.create();
      for (let count = 1; count <= 12; count++) {
        const exchange = await subject.fetch(id);
        const shown = invoiceOf(exchange);
        if (shown.id === id) continue;
        return broken(contract, 'fetch-answers-invoice', {
          member: 'id',
          expected: `id: ${showValue(id)}, as asked for`,
          received: `id: ${showValue(shown.id)} at read ${count}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  },
  ...otherNamesCases(contract),
];

/** Unique fields of an invoice other than its id. */
const others = ['note', 'paymentUrl', 'receiptId'];

const otherNamesCases: DeclareCases = (contract) => {
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
