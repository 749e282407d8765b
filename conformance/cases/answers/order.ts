import type { Case } from '../../src/case/case.ts';
import { showCode } from '../../src/checks/show-code.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { unknownPath } from '../../src/contract/operation-at.ts';
import { type RequestSpec, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { create } from '../play/key-trial.ts';
import { withoutScopeOf } from '../play/mint-token.ts';

/** In place of a body that is a byte larger than the contract allows. */
const large = 'too large';

/** In place of a path that no operation of the contract has. */
const nowhere = 'nowhere';

interface TwoMistakes {
  id: string;
  ways: string;
  /** Code of the problem that must come first. */
  code: string;
  operation?: 'createPayment' | 'submitReceipt';
  /** Headers to leave out. */
  without?: readonly string[];
  change?: Partial<RequestSpec>;
  headers?: RequestSpec['headers'];
  /** True if it carries an Idempotency-Key with which an invoice was created before. */
  usesKey?: boolean;
  features?: string[];
  subject?(subject: Subject): Promise<Subject>;
}

const pairs: TwoMistakes[] = [
  {
    id: 'path-before-token',
    ways: 'an unknown path, and no token',
    code: 'not_found',
    without: ['Authorization'],
    change: { path: nowhere },
  },
  {
    id: 'method-before-token',
    ways: 'another method, and no token',
    code: 'method_not_allowed',
    without: ['Authorization'],
    change: { method: 'PUT' },
  },
  {
    id: 'token-before-body',
    ways: 'no token, and malformed JSON',
    code: 'unauthenticated',
    without: ['Authorization'],
    change: { body: '{' },
  },
  {
    id: 'token-before-size',
    ways: 'no token, and too large',
    code: 'unauthenticated',
    without: ['Authorization'],
    change: { body: large },
  },
  {
    id: 'scope-before-body',
    ways: 'a token without the scope, and malformed JSON',
    code: 'insufficient_scope',
    change: { body: '{' },
    features: ['scopes'],
    subject: (subject) => withoutScopeOf(subject, 'createPayment'),
  },
  {
    id: 'media-type-before-json',
    ways: 'no Content-Type, and malformed JSON',
    code: 'unsupported_media_type',
    without: ['Content-Type'],
    change: { body: '{' },
  },
  {
    id: 'size-before-media-type',
    ways: 'too large, and no Content-Type',
    code: 'payload_too_large',
    without: ['Content-Type'],
    change: { body: large },
  },
  {
    id: 'members-before-key',
    ways: 'no fields, and an Idempotency-Key that is too long',
    code: 'validation_failed',
    headers: [['Idempotency-Key', 'k'.repeat(256)]],
    features: ['idempotency'],
  },
  {
    id: 'members-before-used-key',
    ways: 'no fields, and an Idempotency-Key that another body has used',
    code: 'validation_failed',
    usesKey: true,
    features: ['idempotency'],
  },
  {
    id: 'members-before-invoice',
    ways: 'no webReceipt, and an id that no invoice has',
    code: 'validation_failed',
    operation: 'submitReceipt',
    change: { body: '{"invoiceId":"no-such-invoice"}' },
  },
];

/** Requests with two mistakes, and the mistake that must be reported. */
export function orderCases(contract: Contract): Case[] {
  return pairs.map(
    ({ id, ways, code, operation = 'createPayment', without = [], change, headers = [], usesKey, features, subject: asWho }) => ({
      id: `answers/order/${id}`,
      title: `A request with two mistakes (${ways}) is returned ${code}`,
      requirement: 'checks-in-order',
      operations: [operation === 'createPayment' ? 'create-payment' : 'submit-receipt'],
      ...(features && { features }),
      async run({ subject }) {
        const request = subject.requestOf(operation, {});
        const key = crypto.randomUUID();
        if (usesKey) await create(subject, key);
        const added = [...headers, ...(usesKey ? [['Idempotency-Key', key] as [string, string]] : [])];
        // A key that each create must have is replaced; Authorization is told twice on purpose.
        const isReplaced = (name: string) => name === 'Idempotency-Key' && added.some(([other]) => other === name);
        const kept = [...request.headers.filter(([name]) => !without.includes(name) && !isReplaced(name)), ...added];
        const exchange = await ((await asWho?.(subject)) ?? subject).send({
          ...{ ...request, headers: kept, ...change },
          ...(change?.path === nowhere && { path: unknownPath(contract) }),
          ...(change?.body === large && { body: '{}'.padEnd(contract.bodyLimit + 1) }),
        });
        const received = exchange.answer && responseObject(exchange.answer)?.code;
        if (received === code) return [];
        return broken(contract, 'checks-in-order', {
          difference: ways,
          expected: `${contract.problems.get(code)?.status} ${code}`,
          received: `${exchange.answer?.status} ${showCode(received)}`,
          exchanges: [exchange],
        });
      },
    }),
  );
}
