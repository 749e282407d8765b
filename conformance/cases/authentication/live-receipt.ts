import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { mintToken } from '../play/mint-token.ts';
import { paid, receiptFor, shares, startPlay } from '../play/play.ts';

/** Cases that submit receipts of test invoices for a live invoice. */
export const liveReceiptCases: DeclareCases = (contract) => [
  {
    id: 'authentication/live-receipt',
    title: 'A live invoice refuses the receipt of a test invoice alike whether it was counted there or not',
    requirement: 'test-tokens-apart/receipt',
    operations: ['create-payment', 'submit-receipt'],
    features: ['lifecycle'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const { whole } = shares(subject);
      const [counted, uncounted] = [await startPlay(subject), await startPlay(subject)];
      await paid(counted, whole);
      const unused = await receiptFor(uncounted, whole);
      const created = await live.create();
      // Without a live invoice there is nothing to submit for.
      if (!created.answer || !isSuccess(created.answer)) return [];
      const id = responseObject(created.answer)?.id;
      const [expected, received] = [await live.submit(id, unused), await live.submit(id, counted.counted[0] as string)];
      const [wanted, told] = [expected, received].map(
        ({ answer }) => `${answer?.status} ${(answer && responseObject(answer)?.code) ?? ''}`,
      );
      if (told === wanted) return [];
      return broken(contract, 'test-tokens-apart', {
        member: 'webReceipt',
        expected: `${wanted}, as for a receipt that no invoice has counted`,
        received: String(told),
        exchanges: [...counted.exchanges, expected, received],
      });
    },
  },
];
