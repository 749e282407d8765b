import { isSuccess } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { type KeyTrial, refusedWith, shown } from '../../play/key-trial.ts';
import { mintToken, withoutScopeOf } from '../../play/mint-token.ts';

/** Trials that show whom a key belongs to. */
export const ownerTrials: KeyTrial[] = [
  {
    id: 'other-token',
    title: 'Another token of the account replays the key',
    requirement: 'idempotency-by-account/any-token',
    async try({ send, subject, isReplay }, key) {
      const exchanges = [await send(key), await send(key, { as: await mintToken(subject, {}) })];
      const same = isReplay(exchanges[0], exchanges[1]);
      return { exchanges, expected: 'the stored response', ...(!same && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'revoked-maker',
    title: 'The account replays a key whose first token was revoked since',
    requirement: 'idempotency-by-account/any-token',
    async try({ send, subject, isReplay }, key) {
      const revoke = requireAbility(subject, 'revokeToken', 'A token that can be revoked is needed');
      const maker = await mintToken(subject, {});
      const first = await send(key, { as: maker });
      if (!first.answer || !isSuccess(first.answer))
        throw new CaseInconclusive(
          `The deployment refused the token of mintToken (${first.answer?.status}), so nothing can be replayed.`,
        );
      await revoke(maker.settings.token, subject.settings);
      const exchanges = [first, await send(key)];
      const same = isReplay(exchanges[0], exchanges[1]);
      return { exchanges, expected: 'the stored response', ...(!same && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'without-scope',
    title: 'A token without the scope cannot replay a key either',
    requirement: 'scope/lacking',
    isAbout: true,
    features: ['idempotency'],
    fits: ({ scopes }) => scopes.length > 0,
    async try({ send, subject, operation, features }, key) {
      const exchanges = [await send(key), await send(key, { as: await withoutScopeOf(subject, operation.id) })];
      return { exchanges, ...refusedWith(exchanges[1], 403, 'insufficient_scope', features) };
    },
  },
  {
    id: 'live-token',
    title: 'A key of a test call is unknown to a live one',
    tellsApart: true,
    requirement: 'test-tokens-apart/key',
    features: ['idempotency'],
    async try({ send, subject, isReplay }, key) {
      const exchanges = [await send(key), await send(key, { as: await mintToken(subject, { live: true }) })];
      const shared = isReplay(exchanges[0], exchanges[1]);
      return { exchanges, expected: 'a response of its own, or a refusal', ...(shared && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'other-account',
    title: "Another account's key is another key",
    tellsApart: true,
    requirement: 'idempotency-by-account/other-account',
    async try({ send, subject, operation, isReplay }, key) {
      const exchanges = [await send(key), await send(key, { as: asOther(subject) })];
      // The other account has no such object and is refused for that reason.
      const status = exchanges[1]?.answer?.status ?? 0;
      const right = !isReplay(exchanges[0], exchanges[1]) && (status < 300 || operation.identifies !== undefined);
      return { exchanges, expected: 'a response of its own', ...(!right && { received: shown(exchanges[1]) }) };
    },
  },
];
