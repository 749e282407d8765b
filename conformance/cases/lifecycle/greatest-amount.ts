import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { paid, readUntil, startPlay } from '../play/play.ts';

/** Sums where a column, or a number of 32 bits, may be too small: paidAmount may exceed the greatest amount. */
export const greatestAmountCases: DeclareCases = (contract) => {
  const greatest = Number(operationById(contract, 'createPayment').request.properties?.amount?.maximum);
  const cents = Math.round(greatest * 100);
  return [
    {
      id: 'lifecycle/greatest-amount/over-paid',
      title: `Two receipts over the greatest amount, ${greatest}, are counted to the cent`,
      requirement: 'invoice-paid-amount-sum',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      features: ['amount-bounds'],
      derived: true,
      async run({ subject }) {
        const play = await startPlay(subject, { ...subject.createBody, amount: greatest });
        const sums = [
          { receipt: cents - 1, status: 'UNDER_PAID', paidAmount: (cents - 1) / 100 },
          { receipt: cents, status: 'PAID', paidAmount: (2 * cents - 1) / 100 },
        ];
        for (const { receipt, ...expected } of sums) {
          await paid(play, receipt);
          const shown = await readUntil(play, expected);
          const wrong = (['status', 'paidAmount'] as const).find((field) => shown[field] !== expected[field]);
          if (wrong === undefined) continue;
          return broken(contract, 'invoice-paid-amount-sum', {
            member: wrong,
            expected: `${wrong}: ${showValue(expected[wrong])}`,
            received: `${wrong}: ${showValue(shown[wrong])}`,
            exchanges: play.exchanges,
          });
        }
        return [];
      },
    },
  ];
};
