import type { DeclareCases } from '../../src/case/case.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { refusedAlthough } from '../derive/requests/judge-refused-value.ts';
import { everyOperation, everywhere } from '../play/every-operation.ts';
import { furtherTokens, isDone, mintToken } from '../play/mint-token.ts';

/** Cases for a token that was revoked. */
export const revokedTokenCases: DeclareCases = (contract) => [
  {
    id: 'authentication/revoked-token',
    title: 'A revoked token is refused by every operation',
    requirement: 'token-revoked-at-once/revoked',
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
  {
    id: 'authentication/revoked-token/after-use',
    title: 'A token that was just used, a live one and one of another account too, is refused everywhere once it is revoked',
    requirement: 'token-revoked-at-once/from-the-next-request',
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    async run({ subject, features }) {
      const revoke = requireAbility(subject, 'revokeToken', 'A token that can be taken away is needed');
      const tokens = await furtherTokens(subject, features);
      const asked = await everyOperation(subject);
      for (const further of tokens) {
        const { token, owner } = further;
        const used = await Promise.all(asked.map(({ spec }) => token.send(spec)));
        if (used.some(({ answer: response }) => response?.status === 401)) {
          if (token === tokens[0].token) throw new CaseInconclusive('The token that mintToken gave was refused at once (401).');
          // A test deployment may know no live token.
          continue;
        }
        if (!(await isDone(subject, further, revoke(token.settings.token, owner.settings)))) continue;
        for (const { spec } of asked) {
          const exchange = await token.send(spec);
          if (exchange.answer?.status !== 401) return broken(contract, 'token-revoked-at-once', refusedAlthough('401', exchange));
        }
      }
      return [];
    },
  },
];
