import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { type Contract, operationById, type Schema } from '../../src/contract/contract.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { sentValue } from '../derive/requests/sent-values.ts';
import type { Row } from './cover-pairs.ts';

/** The value of `receiver` for a receiver that refuses each event once, so that the deployment must send it again. */
export const refusing = 'refuses each at first';

/** Ways to create, pay and end an invoice of any payment contract. Each list starts with the simplest value. */
const factors = {
  key: ['none', 'plain', 'longest', 'after a refusal'],
  maker: ["the run's token", 'another token', 'token for it only', 'other account'],
  submitter: ["the maker's account", 'another token', 'token for it only'],
  urls: ['none', 'callbackUrl', 'returnUrl', 'both'],
  // Amounts: one whose parts, added as doubles, give a wrong sum; an integer; the maximum; the smallest that four parts can pay.
  amount: ['0.80', '100', '999999.99', '0.05'],
  payment: ['whole', 'two parts', 'four parts', 'more than the rest', 'failed'],
  trouble: ['none', 'verifier away', 'store away', 'refused receipts', 'at once'],
  receiver: ['takes each event', refusing],
  end: ['settled', 'expired'],
} as const;

/** Returns the optional create properties that vary. URLs are left out, because they have a factor of their own. */
export function optionalOf(contract: Contract): [name: string, schema: Schema][] {
  const { properties = {}, required = [] } = operationById(contract, 'createPayment').request;
  return Object.entries(properties).filter(
    ([name, { format }]) => !required.includes(name) && format !== 'uri' && !Object.hasOwn(factors, name),
  );
}

/** Returns all factors with their values. Each optional create property is a factor too: absent, or with a value as JSON. */
export function factorsOf(contract: Contract): Record<string, readonly string[]> {
  const { requestPointer } = operationById(contract, 'createPayment');
  const optional = optionalOf(contract).map(([name, schema]): [string, string[]] => [
    name,
    ['absent', JSON.stringify(sentValue(schema, `${requestPointer}/properties/${pointed(name)}`))],
  ]);
  const { key, maker, submitter, urls, ...others } = factors;
  return { key, maker, submitter, urls, ...Object.fromEntries(optional), ...others };
}

/** Pairs of values that cannot be combined. */
export const apart: readonly Row[] = [
  // Without a callbackUrl, no event is sent.
  ...['none', 'returnUrl'].map((urls) => ({ receiver: refusing, urls })),
  // No adapter mints a token of the second account.
  ...['another token', 'token for it only'].map((submitter) => ({ maker: 'other account', submitter })),
  // An invoice that is paid or failed does not expire.
  ...['whole', 'more than the rest', 'failed'].map((payment) => ({ payment, end: 'expired' })),
  // Two receipts are submitted at once. Whether one of them is refused would depend on which is counted first.
  { payment: 'more than the rest', trouble: 'at once' },
];

export function featuresOf(contract: Contract, facts: Row): string[] {
  const isMinted = [facts.maker, facts.submitter].includes('token for it only');
  const belongs = [facts.maker, facts.submitter].includes('another token') || facts.maker === 'other account' || isMinted;
  return [
    ...(facts.key === 'none' ? [] : ['idempotency']),
    ...(facts.urls === 'callbackUrl' || facts.urls === 'both' ? ['callbacks'] : []),
    ...(facts.urls === 'both' ? ['limits'] : []),
    ...(facts.amount === '999999.99' ? ['amount-bounds'] : []),
    ...(isMinted ? ['scopes'] : []),
    ...(belongs ? ['ownership'] : []),
    ...(facts.trouble === 'store away' ? ['problem-details'] : []),
    ...optionalOf(contract).flatMap(([name, schema]) => (facts[name] === 'absent' ? [] : featuresOfProperty(contract, schema))),
  ];
}

/** Returns the ids of the clauses that a journey with these values tests. */
export function triesOf(facts: Row): string[] {
  const { key, maker, submitter, urls, payment, trouble, receiver, end } = facts;
  const says = (isSo: boolean, requirement: string, ...clauses: string[]): string[] =>
    isSo ? clauses.map((clause) => `${requirement}/${clause}`) : [];
  const calls = urls === 'callbackUrl' || urls === 'both';
  const parts = payment !== 'whole' && payment !== 'failed';
  return [
    ...says(payment !== 'failed', 'invoice-paid-amount-sum', 'exact'),
    ...says(true, 'lifecycle-repeated-receipt', 'each'),
    ...says(key !== 'none', 'idempotency-replays', 'same', 'stored', 'each-time'),
    ...says(key !== 'none', 'idempotency-says-replayed', 'replay'),
    ...says(key !== 'none', 'idempotency-other-body-refused', 'other', 'near', 'changed'),
    ...says(key !== 'none', 'idempotency-by-account', 'other-account'),
    ...says(key === 'longest', 'idempotency-key-quoted', 'same', 'not-counted'),
    ...says(key === 'after a refusal', 'idempotency-keeps-successes-only', 'failed'),
    ...says(maker === 'another token', 'create-needs-scope', 'taken-away'),
    ...says(submitter === 'another token', 'submit-needs-scope', 'taken-away'),
    ...says(submitter === 'another token', 'fetch-needs-scope', 'taken-away'),
    ...says(submitter === 'token for it only' && key !== 'none', 'create-needs-scope', 'lacking'),
    ...says(maker === 'another token' || submitter === 'another token', 'token-revoked-at-once', 'from-the-next-request'),
    ...says(end === 'expired' && maker !== 'other account', 'token-revoked-at-once', 'expired'),
    ...says(calls, 'callback-not-otherwise', 'create', 'repeated'),
    ...(calls ? ['event-sequence-without-gaps'] : []),
    ...says(calls && parts, 'callback-at-each-change', 'one-each'),
    ...says(calls && trouble === 'refused receipts', 'callback-not-otherwise', 'refused'),
    ...says(receiver === refusing, 'callback-retried', 'refused'),
    ...says(receiver === refusing, 'callback-body-stays', 'same'),
    ...says(trouble === 'verifier away', 'lifecycle-verifier-away', 'taken-after'),
    ...says(trouble === 'verifier away' && parts, 'lifecycle-repeated-receipt', 'without-verifier'),
    ...says(trouble === 'refused receipts', 'lifecycle-mismatched-receipt', 'note', 'currency', 'tag', 'paid-before', 'unspent'),
    ...says(trouble === 'refused receipts', 'lifecycle-invalid-receipt', 'unreadable', 'zero'),
    ...says(trouble === 'at once', 'submit-receipt-counts-once', 'at-once'),
    ...says(end === 'expired', 'lifecycle-expiry', 'fields-stay'),
    ...says(end === 'expired', 'invoice-paid-amount-never-falls', 'kept-at-expiry'),
  ];
}
