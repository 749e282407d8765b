import { expect, test } from 'vitest';
import { operationById } from '../src/contract/contract.ts';
import type { Shown } from '../src/record/shown-invoices.ts';
import { changedContract } from '../testing/changes/change-contract.ts';
import { checkLifetimes } from './check-times.ts';
import { readContract } from './load-contract.ts';

const contract = readContract(
  changedContract(({ components: { schemas } }) => {
    schemas.CreatePaymentRequest.properties.lifetimeSeconds = { type: 'integer', minimum: 60 };
  }),
);

/** Makes an invoice with a lifetime of this many seconds, created by a request with these fields. */
const living = (seconds: number, fields: object): Shown => ({
  operation: operationById(contract, 'createPayment'),
  invoice: { createdAt: new Date(0).toISOString(), expiresAt: new Date(seconds * 1000).toISOString() },
  exchange: {
    id: 1,
    startedAt: '',
    durationMs: 0,
    request: { method: 'POST', path: '/api/v1/payments/create', headers: [], body: JSON.stringify(fields) },
  } as unknown as Shown['exchange'],
  isNew: true,
});

const usual = [living(1800, { amount: 1 }), living(1800, { amount: 2 })];

test('an invoice with a different lifetime is found', () => {
  expect(checkLifetimes(contract, [...usual, living(60, { amount: 1, returnUrl: 'https://example.com/' })])).toHaveLength(1);
});

test('another lifetime is accepted where create sent a field that may set it', () => {
  expect(checkLifetimes(contract, [...usual, living(60, { amount: 1, lifetimeSeconds: 60 })])).toEqual([]);
});
