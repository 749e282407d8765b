import type { DomainFacts } from '../src/contract/domain.ts';
import { follow, isObject } from '../src/contract/follow-reference.ts';

const lifecycle = '/components/schemas/InvoiceStatus';

/** The facts about payments that the suite cannot read from their contract. */
export const facts: DomainFacts = {
  // Other APIs may also have an operation `createPayment`, but not this lifecycle or a list of problems. The contract's package
  // uses the same test.
  recognizes(document) {
    const items = isObject(document.paths) ? Object.values(document.paths) : [];
    const operations = items.flatMap((item) => (isObject(item) ? Object.values(item) : []));
    return (
      operations.some((operation) => isObject(operation) && operation.operationId === 'createPayment') &&
      [`${lifecycle}/x-lifecycle`, '/x-problems'].some((pointer) => isObject(follow(document, `#${pointer}`)))
    );
  },
  sections: [
    ...['/info', '/paths', `${lifecycle}/x-lifecycle`, '/components/schemas/Problem'],
    ...['/components/securitySchemes/bearerAuth', '/components/parameters/IdempotencyKey/schema'],
    ...['/x-features', '/x-sources', '/x-problems'],
  ],
  lifecycle,
  rules: {
    'allowed-methods': 'allow-lists-methods',
    'challenge-of-unknown-token': 'unknown-token-is-401',
    'challenge-without-token': 'no-token-is-401',
    json: 'answers-are-json',
    'not-stored': 'answers-not-stored',
    problem: 'errors-are-problems',
    'problem-code': 'problem-code-of-catalogue',
    'problem-items': 'problem-names-members',
    'problem-request-id': 'problem-request-id-agrees',
    'problem-status': 'problem-status-agrees',
    progress: 'lifecycle-read',
    'read-again': 'fetch-reads-what-was-created',
    replayed: 'idempotency-says-replayed',
    'request-id': 'request-id-on-every-answer',
    'token-kept': 'token-never-told',
  },
};
