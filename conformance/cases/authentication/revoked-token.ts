import type { DeclareCases } from '../../src/case/case.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { refusedAlthough } from '../derive/requests/judge-refused-value.ts';
import { mintToken } from '../play/mint-token.ts';

/** A token that was revoked. */
export const revokedTokenCases: DeclareCases = (contract) => [
  {
    id: 'authentication/revoked-token',
    title: 'A revoked token is refused by every operation',
    requirement: 'token-revoked-at-once',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const revoked = await mintToken(subject, { revoked: true });
      const { id } = invoiceOf(await sharedCreate(subject));
      for (const ask of [() => revoked.create(), () => revoked.submit(id, 'made-up-receipt'), () => revoked.fetch(id)]) {
        const exchange = await ask();
        if (exchange.answer?.status === 401) continue;
        return broken(contract, 'token-revoked-at-once', refusedAlthough('401', exchange));
      }
      return [];
    },
  },
];
