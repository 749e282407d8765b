import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { paid, readUntil, shares, startPlay } from '../play/play.ts';

/** Cases for a failed payment of an invoice of which one cent has been paid. A server could mistake the cent for nothing. */
export const failedAfterCentCases: DeclareCases = (contract) => [
  {
    id: 'lifecycle/failed-after-cent',
    title: 'A failed payment changes nothing of an invoice of which one cent was paid',
    requirement: 'lifecycle-failed-after-part',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    async run({ subject }) {
      const play = await startPlay(subject);
      await paid(play, 1);
      const before = await readUntil(play, { status: 'UNDER_PAID', paidAmount: 0.01 });
      const failed = await paid(play, shares(subject).whole - 1, 'failed');
      const after = await readUntil(play, { status: 'UNDER_PAID', receiptId: before.receiptId });
      const changed = ['status', 'paidAmount', 'receiptId'].find((field) => after[field] !== before[field]);
      if (failed.answer && !isSuccess(failed.answer) && changed === undefined) return [];
      return broken(contract, 'lifecycle-failed-after-part', {
        member: 'webReceipt',
        expected: changed === undefined ? '422 receipt_payment_failed' : `${changed}: ${showValue(before[changed])}`,
        received:
          changed === undefined
            ? `${failed.answer?.status} ${showValue(failed.answer?.text)}`
            : `${changed}: ${showValue(after[changed])}`,
        exchanges: play.exchanges,
      });
    },
  },
];
