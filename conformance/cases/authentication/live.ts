import { paid, receiptFor, sendReceipt, shares } from '../../payments/pay.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { hasSucceeded, isSuccess, responseObject } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { startPlay } from '../../src/subject/play.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { judgeNoSuccess } from '../derive/refusals/send-violation.ts';
import { mintToken } from '../play/mint-token.ts';
import { imitateId } from '../play/near-ids.ts';

/** Cases which check that test payments and live payments are kept apart. */
export const liveCases: DeclareCases = (contract) => [
  {
    id: 'authentication/live-invoice',
    title: 'A test token does not see a live invoice, nor submits for it',
    requirement: 'test-tokens-apart/test-sees-no-live',
    operations: ['create-payment', 'fetch-payment', 'submit-receipt'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const created = await live.create();
      // If the deployment rejects live tokens, there is no live invoice to check.
      if (created.answer?.status === 401 || created.answer?.status === 403) return [];
      const invoice = invoiceOf(created);
      const exchanges = [await subject.fetch(invoice.id)];
      const { whole } = shares(subject);
      // Submits a receipt only if the adapter can pay the live invoice. Many adapters cannot do that with a test token.
      const receipt = await subject.pay({ invoice, amount: whole / 100, outcome: 'completed' }).catch(() => null);
      if (receipt !== null) exchanges.push(await sendReceipt(subject, invoice.id, receipt));
      const taken = exchanges.find(hasSucceeded);
      return taken ? broken(contract, 'test-tokens-apart', insteadOf('no success', taken)) : [];
    },
  },
  {
    id: 'authentication/live-receipt',
    title: 'A live invoice refuses the receipt of a test invoice, whether counted or not, and a live token cannot submit it',
    requirement: 'test-tokens-apart/receipt',
    tries: ['test-tokens-apart/live-submits-no-test'],
    operations: ['create-payment', 'submit-receipt'],
    features: ['lifecycle'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const { whole } = shares(subject);
      const [counted, uncounted] = [await startPlay(subject), await startPlay(subject)];
      await paid(counted, whole);
      const unused = await receiptFor(uncounted, whole);
      const created = await live.create();
      // If the create failed, there is no live invoice to submit a receipt for.
      if (!created.answer || !isSuccess(created.answer)) return [];
      const id = responseObject(created.answer)?.id;
      const expected = await sendReceipt(live, id, unused);
      const received = await sendReceipt(live, id, counted.counted[0] as string);
      const [wanted, told] = [expected, received].map(
        ({ answer }) => `${answer?.status} ${(answer && responseObject(answer)?.code) ?? ''}`,
      );
      if (told !== wanted)
        return broken(contract, 'test-tokens-apart', {
          member: 'webReceipt',
          expected: `${wanted}, as for a receipt that no invoice has counted`,
          received: String(told),
          exchanges: [...counted.exchanges, expected, received],
        });
      const exchange = await sendReceipt(live, uncounted.invoice.id, unused);
      return judgeNoSuccess(contract, 'test-tokens-apart', exchange, { expected: 'no success with a live token' });
    },
  },
  {
    id: 'authentication/live-token',
    title: 'A live token does not see a test invoice',
    requirement: 'test-tokens-apart/live-sees-no-test',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const exchange = await live.fetch(invoiceOf(await sharedCreate(subject)).id);
      return judgeNoSuccess(contract, 'test-tokens-apart', exchange, { expected: 'no success' });
    },
  },
  {
    id: 'authentication/live-token-at-submit',
    title: 'A live token that submits for a test invoice gets the response for an unknown invoice',
    requirement: 'test-tokens-apart/live-submits-no-test',
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const { id } = invoiceOf(await sharedCreate(subject));
      const known = await sendReceipt(live, id, 'made-up-receipt');
      const unknown = await sendReceipt(live, imitateId(String(id)), 'made-up-receipt');
      if (known.answer?.status === unknown.answer?.status) return [];
      return broken(contract, 'test-tokens-apart', {
        ...insteadOf(`${unknown.answer?.status}, as for an unknown invoice`, known),
        exchanges: [unknown, known],
      });
    },
  },
];
