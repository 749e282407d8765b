import { paid, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case, DeclareCases } from '../../src/case/case.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { readUntil, startPlay } from '../../src/subject/play.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { judgeFields } from '../derive/lifecycle/unchanged.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { changingFields } from '../play/change-of.ts';
import { mintToken } from '../play/mint-token.ts';

/** Cases that repeat a receipt before and after another one was counted, with another token of the account, and a day later. */
export const repeatedCases: DeclareCases = (contract) => [
  ...[
    { id: 'earlier-of-two', title: 'The first of two receipts may be repeated while more is to be paid' },
    { id: 'by-another-token', title: 'Another token of the account may repeat a receipt', another: true },
    {
      id: 'by-another-token-when-paid',
      title: 'Another token of the account may repeat a receipt of a paid invoice',
      full: true,
      another: true,
    },
    {
      id: 'earlier-when-paid',
      title: 'The first of eleven receipts may be repeated six times after the last has paid the invoice',
      full: true,
      times: 6,
    },
  ].map(
    ({ id, title, full = false, another, times = 1 }): Case => ({
      id: `lifecycle/repeated/${id}`,
      title,
      requirement: `lifecycle-repeated-receipt/${another ? 'any-token' : 'each'}`,
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      async run({ subject }) {
        const { part, whole } = shares(subject);
        const small = Math.floor(part / 2);
        if (small === 0) throw new CaseSkipped('The amount is too small for three parts: give a greater one with --amount.');
        const asOther = another && (await mintToken(subject, {}));
        const play = await startPlay(subject);
        // Makes several more payments, because a server may remember only the last few receipts.
        const cents = Array<number>(Math.min(9, Math.max(0, whole - small - 1))).fill(1);
        const further = full ? [...cents, whole - small - cents.length] : [small];
        for (const one of [small, ...further]) await paid(play, one);
        const before = await readUntil(play, { paidAmount: (full ? whole : 2 * small) / 100 });
        const repeat = () => submit({ ...play, subject: asOther || subject }, play.counted[0] as string);
        let again = await repeat();
        for (let time = 1; time < times && hasSucceeded(again); time++) again = await repeat();
        const about = { member: 'webReceipt', ...insteadOf('200 with the invoice', again), exchanges: play.exchanges };
        if (!hasSucceeded(again)) return broken(contract, 'lifecycle-repeated-receipt', about);
        const shown = await readUntil(play, Object.fromEntries(changingFields.map((field) => [field, before[field]])));
        const after = { fields: changingFields, shown, exchanges: play.exchanges };
        return judgeFields(contract, 'lifecycle-repeated-receipt', { expected: before, ...after });
      },
    }),
  ),
  {
    id: 'lifecycle/repeated/after-a-day',
    title: 'A receipt that was counted a day ago may be repeated, and another invoice refuses it as used',
    requirement: 'lifecycle-repeated-receipt/each',
    covers: ['lifecycle-used-receipt'],
    tries: ['lifecycle-used-receipt/whatever-became'],
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    movesClock: true,
    async run({ subject, features }) {
      const advanceTime = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const play = await startPlay(subject);
      await paid(play, shares(subject).whole);
      await readUntil(play, { status: stateWhenPaid(contract) });
      const receipt = play.counted[0] as string;
      await advanceTime(dayAndMore, subject.settings);
      const again = await submit(play, receipt);
      if (!hasSucceeded(again))
        return broken(contract, 'lifecycle-repeated-receipt', {
          ...{ member: 'webReceipt', ...insteadOf('200 with the invoice, 25 hours after it was counted', again) },
          exchanges: play.exchanges,
        });
      const other = await startPlay(subject);
      const elsewhere = await submit(other, receipt);
      return judgeCode(contract, features, 'lifecycle-used-receipt', 'receipt_already_used', elsewhere);
    },
  },
];

/** 25 hours, in seconds. By then, a deployment has dropped whatever it keeps for only a day. */
const dayAndMore = 25 * 60 * 60;
