import type { DeclareCases } from '../../src/case/case.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { refusedAlthough } from '../derive/requests/judge-refused-value.ts';
import { mintToken } from '../play/mint-token.ts';
import { imitateId } from '../play/near-ids.ts';

/** Cases for a live token that submits a receipt for a test invoice. */
export const liveTokenAtSubmitCases: DeclareCases = (contract) => [
  {
    id: 'authentication/live-token-at-submit',
    title: 'A live token submits for a test invoice as for an unknown one',
    requirement: 'test-tokens-apart/live-submits-no-test',
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const { id } = invoiceOf(await sharedCreate(subject));
      const [known, unknown] = [
        await live.submit(id, 'made-up-receipt'),
        await live.submit(imitateId(String(id)), 'made-up-receipt'),
      ];
      if (known.answer?.status === unknown.answer?.status) return [];
      return broken(contract, 'test-tokens-apart', {
        ...refusedAlthough(`${unknown.answer?.status}, as for an unknown invoice`, known),
        exchanges: [unknown, known],
      });
    },
  },
];
