import type { DeclareCases } from '../../src/case/case.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { everyOperation, everywhere } from '../play/every-operation.ts';
import { furtherTokens, isDone } from '../play/mint-token.ts';

/** Cases for a token that was revoked. */
export const revokedTokenCases: DeclareCases = (contract) => [
  {
    id: 'authentication/revoked-token/after-use',
    title:
      'A token that was just used is refused by every operation once it is revoked, also a live one and one of another account',
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
          if (exchange.answer?.status !== 401) return broken(contract, 'token-revoked-at-once', insteadOf('401', exchange));
        }
      }
      return [];
    },
  },
];
