import { paid } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case, DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { readUntil, startPlay } from '../../src/subject/play.ts';
import { judgeFields } from '../derive/lifecycle/unchanged.ts';

/** A receipt, and the fields that the invoice must have after it. */
interface Step {
  cents: number;
  status: string;
  paidAmount: number;
}

/** A payment of more cents than an unsigned 32-bit number holds. The contract limits neither payments nor their sum. */
const beyond32Bits = 2 ** 32;

/** Cases for sums at the bounds of `amount`. A column may be too small for a sum above the greatest amount. */
export const boundsCases: DeclareCases = (contract) => {
  const { minimum, maximum } = operationById(contract, 'createPayment').request.properties?.amount ?? {};
  const whenPaid = stateWhenPaid(contract);
  const [least, greatest] = [minimum, maximum].map((bound) => Math.round(Number(bound) * 100)) as [number, number];
  const bounded = (id: string, title: string, amount: unknown, requirement: string, steps: Step[]): Case => ({
    id: `lifecycle/bounds/${id}`,
    title,
    requirement,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    features: ['amount-bounds'],
    derived: true,
    async run({ subject }) {
      const play = await startPlay(subject, { ...subject.createBody, amount });
      for (const { cents, ...expected } of steps) {
        await paid(play, cents);
        const shown = await readUntil(play, expected);
        const wrong = judgeFields(contract, requirement, { expected, shown, exchanges: play.exchanges });
        if (wrong.length > 0) return wrong;
      }
      return [];
    },
  });
  // Some programs treat 12.5 and 12.50, or 20 and 20.00, as different decimals.
  const round = [1250, 2000].filter((cents) => cents >= least && cents <= greatest);
  return [
    ...round.map((cents) =>
      bounded(
        `zeros-${cents}`,
        `A receipt of ${cents / 100} pays an amount of ${cents / 100}, whose last digit of cents is zero`,
        cents / 100,
        'lifecycle-full-payment',
        [{ cents, status: whenPaid, paidAmount: cents / 100 }],
      ),
    ),
    bounded(
      'greatest',
      `Two receipts of more than the greatest amount, ${maximum}, and more cents than 32 bits hold are counted to the cent`,
      maximum,
      'invoice-paid-amount-sum/every-receipt',
      [
        { cents: greatest - 1, status: 'UNDER_PAID', paidAmount: (greatest - 1) / 100 },
        { cents: beyond32Bits, status: whenPaid, paidAmount: (greatest - 1 + beyond32Bits) / 100 },
      ],
    ),
    bounded('least', `A receipt of the least amount, ${minimum}, pays it`, minimum, 'lifecycle-full-payment', [
      { cents: least, status: whenPaid, paidAmount: least / 100 },
    ]),
  ];
};
