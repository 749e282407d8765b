import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { refusedAlthough } from '../derive/requests/judge-refused-value.ts';
import { mintToken } from '../play/mint-token.ts';

/** Cases for a live token that fetches a test invoice. */
export const liveTokenCases: DeclareCases = (contract) => [
  {
    id: 'authentication/live-token',
    title: 'A live token does not see a test invoice',
    requirement: 'test-tokens-apart/live-sees-no-test',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const exchange = await live.fetch(invoiceOf(await sharedCreate(subject)).id);
      if (exchange.answer && !isSuccess(exchange.answer)) return [];
      return broken(contract, 'test-tokens-apart', refusedAlthough('no success', exchange));
    },
  },
];
