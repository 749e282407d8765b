import { otherReceiptFor, paid, partsShortInBinary, receiptFor, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseSkipped, nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, insteadIn, insteadOf } from '../../src/outcome/finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { type Play, readUntil, startPlay } from '../../src/subject/play.ts';
import { judgeFields } from '../derive/lifecycle/unchanged.ts';
import { changingFields } from '../play/change-of.ts';
import { countedReceipts, type Sum } from '../play/counted-receipts.ts';

const whenPaid = ({ subject }: Play): string => stateWhenPaid(subject.contract);

/** Makes a case that pays the chosen parts, in cents. */
const inParts = (id: string, title: string, choose: (of: ReturnType<typeof shares>) => number[], requirement: string): Sum => ({
  ...{ id, title, requirement },
  async play(play) {
    const parts = choose(shares(play.subject));
    for (const cents of parts) await paid(play, cents);
    const total = parts.reduce((sum, cents) => sum + cents, 0);
    const isWhole = total >= Math.round(Number(play.invoice.amount) * 100);
    return { status: isWhole ? whenPaid(play) : 'UNDER_PAID', paidAmount: total / 100 };
  },
});

const exact = 'invoice-paid-amount-sum/exact';
const fullPayment = 'lifecycle-full-payment';
const everyReceipt = 'invoice-paid-amount-sum/every-receipt';

/** Amounts in cents that reveal common mistakes, each with its two parts. */
const telling = [
  { id: 'two-parts-of-0.80', cents: 80, parts: [70, 10], why: 'whose sum in binary is less' },
  { id: 'two-parts-of-4.35', cents: 435, parts: [115, 320], why: 'which lose a cent if they are truncated' },
  { id: 'two-parts-of-a-hundred', cents: 10_000, parts: [9999, 1], why: 'the second of one cent' },
  { id: 'two-parts-of-0.02', cents: 2, parts: [1, 1], why: 'the smallest possible ones' },
  { id: 'two-parts-of-131072.03', cents: 13_107_203, parts: [13_107_201, 2], why: 'which a 32-bit number rounds' },
];

const sums: Sum[] = [
  ...countedReceipts,
  ...telling.map(({ id, cents, parts, why }) => ({
    ...inParts(id, `Two parts make up ${(cents / 100).toFixed(2)}, to the cent, ${why}`, () => parts, exact),
    cents,
  })),
  {
    id: 'status',
    title: 'A new invoice is PENDING',
    requirement: 'lifecycle-starts-pending',
    play: async () => ({ status: 'PENDING' }),
  },
  inParts('two-parts', 'Two parts make up the amount, to the cent', ({ part, rest }) => [part, rest], exact),
  {
    id: 'major-units',
    title: 'paidAmount, if present, is in the unit of amount',
    requirement: 'invoice-amount-in-major-units',
    async play(play) {
      const { whole } = shares(play.subject);
      await paid(play, whole);
      // Only the feature `lifecycle` promises that the invoice shows what was paid.
      const { paidAmount } = await readUntil(play, { paidAmount: whole / 100 });
      return { amount: whole / 100, paidAmount: paidAmount === null ? null : whole / 100 };
    },
  },
  {
    id: 'exact',
    title: 'A payment of exactly the amount is enough',
    requirement: fullPayment,
    async play(play) {
      await paid(play, shares(play.subject).whole);
      return { status: whenPaid(play) };
    },
  },
  {
    id: 'failed-receipt-id',
    title: 'A failed payment leaves its receiptId and no paidAmount',
    requirement: 'lifecycle-failed-payment',
    async play(play) {
      await paid(play, shares(play.subject).whole, 'failed');
      const { receiptId } = await readUntil(play, { status: 'FAILED' });
      return { status: 'FAILED', paidAmount: null, receiptId: typeof receiptId === 'string' ? receiptId : 'a receiptId' };
    },
  },
  {
    id: 'eight-parts',
    title: 'paidAmount only grows over eight parts, to the cent',
    requirement: 'invoice-paid-amount-never-falls/grows',
    cents: 500,
    async play(play) {
      // Eight payments whose sum, 4.35, is slightly less in binary. A server that truncates the sum to cents loses a cent.
      for (const cents of [1, 1, 1, 1, 1, 10, 100, 320]) await paid(play, cents);
      return { paidAmount: 4.35 };
    },
  },
  {
    id: 'kept-at-expiry',
    title: 'paidAmount is kept when the invoice expires',
    requirement: 'invoice-paid-amount-never-falls/kept-at-expiry',
    movesClock: true,
    async play(play) {
      const { part } = shares(play.subject);
      await paid(play, part);
      await expireInvoice(play.subject, play.invoice);
      return { status: 'EXPIRED', paidAmount: part / 100 };
    },
  },
  inParts('over-paid', 'A payment above the amount is counted in full', ({ over }) => [over], everyReceipt),
  inParts('paid-many-times-over', 'A payment of ten times the amount is counted', ({ whole }) => [10 * whole], fullPayment),
  inParts(
    'over-paid-in-parts',
    'A second part that exceeds the amount is counted in full',
    ({ part, over }) => [part, over],
    everyReceipt,
  ),
  inParts('cent-short', 'One cent less than the amount is not enough', ({ whole }) => [whole - 1], 'lifecycle-part-payment'),
  inParts(
    'binary-trap',
    'Parts that make up the amount are enough, even if their sum in binary falls short of it',
    ({ whole }) => partsShortInBinary(whole),
    fullPayment,
  ),
  {
    id: 'same-receipt-at-once',
    title: 'A receipt that is submitted five times at once counts once, also signed again if the payer can do so',
    requirement: 'submit-receipt-counts-once/at-once',
    async play(play) {
      const { part } = shares(play.subject);
      const receipt = await receiptFor(play, part);
      const { subject, invoice } = play;
      const asked = { invoice, amount: part / 100, outcome: 'completed', differs: { signedAgain: receipt } } as const;
      // If the user's command cannot sign the same payment again, submits the first receipt again, which still tests the sums.
      const again = await subject.pay(asked).catch(nullIfSkipped);
      await Promise.all([receipt, receipt, again ?? receipt, receipt, receipt, receipt].map((one) => submit(play, one)));
      return { status: 'UNDER_PAID', paidAmount: part / 100 };
    },
  },
  {
    id: 'signed-again',
    title: 'A payment with two different receipts counts once, also after another payment',
    requirement: 'submit-receipt-counts-once/signed-again',
    cents: 500,
    async play(play) {
      const receipt = await receiptFor(play, 200);
      const again = await otherReceiptFor(play, 200, { signedAgain: receipt });
      if (again === receipt)
        throw new CaseSkipped('The payment was signed again in the same bytes, but the case needs other ones.');
      for (const one of [receipt, await receiptFor(play, 100), again]) await submit(play, one);
      return { status: 'UNDER_PAID', paidAmount: 3 };
    },
  },
  {
    id: 'two-receipts-at-once',
    title: 'Two receipts submitted at once count both',
    requirement: everyReceipt,
    async play(play) {
      const { part, rest, whole } = shares(play.subject);
      const receipts = [await receiptFor(play, part), await receiptFor(play, rest)];
      await Promise.all(receipts.map((receipt) => submit(play, receipt)));
      return { status: whenPaid(play), paidAmount: whole / 100 };
    },
  },
];

/** Cases for the fields of an invoice after receipts: the sum must be exact, and each receipt must count once. */
export function sumsCases(contract: Contract): Case[] {
  return [
    ...sums.map(
      ({ id, title, requirement, movesClock = false, cents, play }): Case => ({
        movesClock,
        id: `lifecycle/sums/${id}`,
        title,
        requirement,
        operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
        waits: true,
        async run({ subject }) {
          const acted = await startPlay(subject, { ...subject.createBody, ...(cents !== undefined && { amount: cents / 100 }) });
          const expected = await play(acted);
          const invoice = await readUntil(acted, expected);
          return Object.entries(expected).flatMap(([field, value]) => {
            if (invoice[field] === value) return [];
            return broken(contract, requirement, insteadIn(field, showValue(value), invoice[field], acted.exchanges));
          });
        },
      }),
    ),
    {
      id: 'lifecycle/sums/last-receipt',
      title: 'receiptId changes with the second receipt',
      requirement: 'invoice-receipt-id-last',
      operations: ['create-payment', 'submit-receipt'],
      waits: true,
      async run({ subject }) {
        const acted = await startPlay(subject);
        const { part, rest } = shares(subject);
        await paid(acted, part);
        const first = await readUntil(acted, { status: 'UNDER_PAID' });
        await paid(acted, rest);
        const ids = [first.receiptId, (await readUntil(acted, { status: whenPaid(acted) })).receiptId];
        if (ids.every((id) => typeof id === 'string') && ids[0] !== ids[1]) return [];
        return broken(contract, 'invoice-receipt-id-last', {
          member: 'receiptId',
          expected: 'receiptId: one for each receipt',
          received: `receiptId: ${ids.map(showValue).join(', then ')}`,
          exchanges: acted.exchanges,
        });
      },
    },
    // Pays a single cent, which a server might treat as no payment at all.
    {
      id: 'lifecycle/failed-after-cent',
      title: 'After one cent was paid, a failed payment changes nothing of the invoice',
      requirement: 'lifecycle-failed-after-part',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      async run({ subject }) {
        const play = await startPlay(subject);
        await paid(play, 1);
        const before = await readUntil(play, { status: 'UNDER_PAID', paidAmount: 0.01 });
        const failed = await paid(play, shares(subject).whole - 1, 'failed');
        const after = await readUntil(play, { status: 'UNDER_PAID', receiptId: before.receiptId });
        const about = { member: 'webReceipt', ...insteadOf('422 receipt_payment_failed', failed), exchanges: play.exchanges };
        if (hasSucceeded(failed)) return broken(contract, 'lifecycle-failed-after-part', about);
        const kept = { expected: before, fields: changingFields, shown: after, exchanges: play.exchanges };
        return judgeFields(contract, 'lifecycle-failed-after-part', kept);
      },
    },
  ];
}
