import type { DeclareCases } from '../../src/case/case.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { furtherTokens, isDone, tokenOfOther } from '../play/mint-token.ts';
import { everyOperation, everywhere } from '../play/odd-input.ts';

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
        const isUnknown = used.some(({ answer: response }) => response?.status === 401);
        if (isUnknown && further === tokens[0])
          throw new CaseInconclusive('The token that mintToken gave was refused at once (401).');
        // A test deployment may reject live tokens. Leaves out such a token, and a token that could not be revoked.
        if (isUnknown || !(await isDone(subject, further, revoke(token.settings.token, owner.settings)))) continue;
        for (const { spec } of asked) {
          const exchange = await token.send(spec);
          if (exchange.answer?.status !== 401) return broken(contract, 'token-revoked-at-once', insteadOf('401', exchange));
        }
      }
      return [];
    },
  },
  {
    id: 'authentication/expired-token',
    title: 'A token, also one of another account, works until it expires and is refused by every operation afterwards',
    requirement: 'token-revoked-at-once/expired',
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    // While other cases run, too much time could pass between the last use before the expiry and the first use after it.
    alone: true,
    covers: ['unknown-token-is-401'],
    async run({ subject, features }) {
      const mint = requireAbility(subject, 'mintExpiringToken', 'A token that ends by itself is needed');
      const later = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const asked = await everyOperation(subject);
      const minted = performance.now();
      const token = withToken(subject, await mint(lifetime, subject.settings));
      const early = await token.create();
      if (!hasSucceeded(early))
        throw new CaseInconclusive(`The token that mintExpiringToken gave was refused at once (${early.answer?.status}).`);
      const ofOther = await tokenOfOther(subject, features, (other) => mint(lifetime, other.settings));
      // Starts timing once both tokens have been made, because they age in real time too.
      const since = performance.now();
      const tokens: Subject[] = [token, ...(ofOther ? [ofOther.token] : [])];
      await later(lifetime - left, subject.settings);
      // In a slow run, the tokens may have expired by now. Then these creates prove nothing, but the refusals below still count.
      for (const one of tokens) {
        const exchange = await one.create();
        const lasts = left - rounding - (performance.now() - minted) / 1000;
        if (exchange.answer?.status === 401 && lasts > 0)
          return broken(contract, 'token-revoked-at-once', {
            expected: `a success, at least ${lasts.toFixed(1)} s before the token ends`,
            received: '401',
            exchanges: [exchange],
          });
      }
      // Waits until just after the expiry, to find servers that accept an expired token for a few seconds more.
      await later(Math.max(1, Math.ceil(left + 2 - (performance.now() - since) / 1000)), subject.settings);
      for (const one of tokens)
        for (const { spec } of asked) {
          const exchange = await one.send(spec);
          if (exchange.answer?.status !== 401) return broken(contract, 'token-revoked-at-once', insteadOf('401', exchange));
          const otherwise = judgeCode(contract, features, 'unknown-token-is-401', 'invalid_token', exchange);
          if (otherwise.length > 0) return otherwise;
        }
      return [];
    },
  },
];

/** Seconds that the token lasts, and seconds from its last valid use to its expiry. A server may cache the token at that use. */
const [lifetime, left] = [600, 4];

/** A server that keeps time in whole seconds may expire a token up to this many seconds early. */
const rounding = 1;
