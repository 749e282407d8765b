import type { DomainFacts } from '../src/contract/domain.ts';
import { follow, isObject } from '../src/contract/follow-reference.ts';

const lifecycle = '/components/schemas/InvoiceStatus';

/** The facts about payments that the suite cannot read from the contract. */
export const facts: DomainFacts = {
  room: 'conformance/payments',
  // An API with an operation `createPayment` is recognized only if it also has `x-lifecycle` or `x-problems`. The contract's
  // package uses the same test.
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
  challenges: new Map([
    [
      'invalid_token',
      {
        requirement: 'unknown-token-is-401',
        shown: 'Bearer … error="invalid_token"',
        isRight: (sent) => sent.get('error') === 'invalid_token',
      },
    ],
    [
      'unauthenticated',
      {
        requirement: 'no-token-is-401',
        shown: 'Bearer realm="payments", without an error',
        isRight: (sent) => sent.get('realm') === 'payments' && !sent.has('error'),
      },
    ],
  ]),
  names: {
    field: 'id paymentUrl cashTag note amount receiptId paidAmount status expiresAt createdAt'.split(' '),
    feature: 'problem-details lifecycle limits invoice-format amount-bounds amount-precision strict-requests callbacks'.split(
      ' ',
    ),
    parameter: ['Idempotency-Key'],
    header: 'X-Request-Id Cache-Control RateLimit RateLimit-Policy Idempotent-Replayed WWW-Authenticate Retry-After'.split(' '),
    'header where no operation is': ['Allow'],
    'header of callbacks': ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  },
  words: {
    api: 'the Payment Invoice API',
    choice: 'the tag or the amount',
    other: 'another tag or amount',
    options: '--cash-tag and --amount',
  },
  choices({ cashTag, amount }) {
    // Tries these amounts if the user gives none: some deployments accept only whole amounts, or no amounts below a thousand.
    const amounts = amount === 12.34 ? [12.34, 20, 1500] : [amount];
    const tags = cashTag === undefined ? ['$coffeeshop', 'coffeeshop'] : [cashTag];
    return amounts.flatMap((one) => tags.map((tag) => ({ cashTag: tag, amount: one })));
  },
  replayed: 'Idempotent-Replayed',
  lacking: { operation: 'submitReceipt', ability: 'pay', advice: 'Use --pay or --adapter to make payments.' },
  signs: ['id', 'paymentUrl', 'cashTag', 'note', 'amount', 'expiresAt', 'createdAt'],
  times: { created: 'createdAt', expires: 'expiresAt' },
  distinct: { id: 'create-ids-distinct', note: 'invoice-note-unique' },
  repeated: 'returnUrl',
  // Without the feature `lifecycle`, the payment page may change when the status changes.
  lasting: { field: 'paymentUrl', feature: 'lifecycle' },
  final: {
    PAID: 'lifecycle-paid-is-final',
    FAILED: 'lifecycle-failed-is-final',
    EXPIRED: 'lifecycle-expired-is-final',
  },
  findTakenBack(earlier, later, final) {
    if (typeof earlier.paidAmount === 'number' && !(Number(later.paidAmount ?? Number.NaN) >= earlier.paidAmount))
      return { requirement: 'invoice-paid-amount-never-falls', field: 'paidAmount' };
    // In a final state, the paid amount and the receipt must no longer change.
    if (final !== undefined && typeof earlier.paidAmount === 'number' && later.paidAmount !== earlier.paidAmount)
      return { requirement: final, field: 'paidAmount' };
    const isOther = final !== undefined && later.receiptId !== earlier.receiptId;
    if (typeof earlier.receiptId === 'string' && (later.receiptId === null || isOther))
      return { requirement: 'invoice-receipt-id-last', field: 'receiptId' };
    return undefined;
  },
};
