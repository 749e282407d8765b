import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { refusedAlthough } from '../derive/requests/judge-refused-value.ts';
import { mintToken } from '../play/mint-token.ts';

/** Cases that use a test token for a live invoice. */
export const liveInvoiceCases: DeclareCases = (contract) => [
  {
    id: 'authentication/live-invoice',
    title: 'A test token does not see a live invoice',
    requirement: 'test-tokens-apart/test-sees-no-live',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const created = await live.create();
      // Without a live invoice there is nothing to judge.
      if (created.answer?.status === 401 || created.answer?.status === 403) return [];
      const exchange = await subject.fetch(invoiceOf(created).id);
      if (exchange.answer && !isSuccess(exchange.answer)) return [];
      return broken(contract, 'test-tokens-apart', refusedAlthough('no success', exchange));
    },
  },
];
