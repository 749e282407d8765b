import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { operationById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { create, idOf, type KeyTrial, refusedWith, sameJson, shown } from '../../play/key-trial.ts';
import { mintToken, withoutScopeOf } from '../../play/mint-token.ts';

/** Trials of whose a key is, and what it stands for. */
export const ownerTrials: KeyTrial[] = [
  {
    id: 'third-time',
    title: 'The third and the fourth create with a key get the response of the second',
    requirement: 'idempotency-replays',
    async try(subject, key) {
      const exchanges: Exchange[] = [];
      for (let count = 0; count < 4; count++) exchanges.push(await create(subject, key));
      const wrong = exchanges.find((exchange) => !sameJson(exchanges[0], exchange));
      return {
        exchanges,
        expected: `the stored body: ${showValue(idOf(exchanges[0]))}`,
        ...(wrong && { received: shown(wrong) }),
      };
    },
  },
  {
    id: 'other-tag',
    title: 'The same key with another tag, or the tag spelled otherwise, is refused',
    requirement: 'idempotency-other-body-refused',
    async try(subject, key, features) {
      const first = await create(subject, key);
      const tag = String(subject.createBody.cashTag);
      // The same recipient, and another JSON value all the same.
      const spelled = tag.startsWith('$') ? tag.slice(1) : `$${tag}`;
      const inOtherLetters = tag === tag.toLowerCase() ? tag.toUpperCase() : tag.toLowerCase();
      const isRight = compileSchema(operationById(subject.contract, 'createPayment').request.properties?.cashTag ?? {});
      for (const other of ['anothershop', spelled, inOtherLetters].filter((one) => isRight(one))) {
        const exchanges = [first, await create(subject, key, { ...subject.createBody, cashTag: other })];
        const judged = refusedWith(exchanges[1], 422, 'idempotency_key_reused', features);
        if (judged.received !== undefined) return { exchanges, ...judged };
      }
      return { exchanges: [first], expected: '422 idempotency_key_reused' };
    },
  },
  {
    id: 'like-number',
    title: 'The same key with a tag that stands for the same number is refused',
    requirement: 'idempotency-other-body-refused',
    features: ['cash-tag-grammar'],
    async try(subject, key, features) {
      const isRight = compileSchema(operationById(subject.contract, 'createPayment').request.properties?.cashTag ?? {});
      const expected = '422 idempotency_key_reused';
      // Equal where texts that look like numbers are compared as such.
      const [one, other] = ['1e3', '10e2'].map((cashTag) => ({ ...subject.createBody, cashTag }));
      if (!isRight(one?.cashTag) || !isRight(other?.cashTag)) return { exchanges: [], expected };
      const exchanges = [await create(subject, key, one), await create(subject, key, other)];
      return { exchanges, ...refusedWith(exchanges[1], 422, 'idempotency_key_reused', features) };
    },
  },
  {
    id: 'like-body',
    title: 'The same key with a body of the same length, sum or hash in Java is refused',
    requirement: 'idempotency-other-body-refused',
    derived: true,
    async try(subject, key, features) {
      const send = (of: string, end: string) =>
        create(subject, of, { ...subject.createBody, returnUrl: `https://example.com/thanks/${end}` });
      for (const [one, other] of [
        ['ab', 'ba'],
        ['Aa', 'BB'],
      ] as const) {
        const of = `${key}-${one}`;
        const exchanges = [await send(of, one), await send(of, other)];
        const judged = refusedWith(exchanges[1], 422, 'idempotency_key_reused', features);
        if (judged.received !== undefined) return { exchanges, ...judged };
      }
      return { exchanges: [], expected: '422 idempotency_key_reused' };
    },
  },
  {
    id: 'other-token',
    title: 'Another token of the account replays the key',
    requirement: 'idempotency-by-account',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(await mintToken(subject, {}), key)];
      const same = idOf(exchanges[0]) === idOf(exchanges[1]) && idOf(exchanges[0]) !== undefined;
      return { exchanges, expected: 'the same invoice', ...(!same && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'without-scope',
    title: 'A token without the scope cannot replay a key either',
    requirement: 'create-needs-scope',
    features: ['idempotency'],
    async try(subject, key, features) {
      const reader = await withoutScopeOf(subject, 'createPayment');
      const exchanges = [await create(subject, key), await create(reader, key)];
      return { exchanges, ...refusedWith(exchanges[1], 403, 'insufficient_scope', features) };
    },
  },
  {
    id: 'live-token',
    title: 'A key of a test create is unknown to a live one',
    requirement: 'test-tokens-apart',
    features: ['idempotency'],
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(await mintToken(subject, { live: true }), key)];
      const shared = idOf(exchanges[1]) !== undefined && idOf(exchanges[0]) === idOf(exchanges[1]);
      return { exchanges, expected: 'another invoice, or a refusal', ...(shared && { received: shown(exchanges[1]) }) };
    },
  },
  {
    id: 'other-account',
    title: "Another account's key is another key",
    requirement: 'idempotency-by-account',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(asOther(subject), key)];
      const ids = exchanges.map(idOf);
      const right = ids[0] !== ids[1] && ids[1] !== undefined;
      return { exchanges, expected: 'two invoices', ...(!right && { received: showValue(exchanges[1]?.answer?.text) }) };
    },
  },
];
