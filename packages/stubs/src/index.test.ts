import * as generated from '@payment-invoice/generated';
import { expect, test } from 'vitest';
import * as stubs from './index.ts';

/** Tables of the stubs' own: types and options show them. */
const inner = ['extensions', 'invoiceFields', 'operationFeatures', 'operationTable', 'requiredHeaders', 'statusFeatures'];

test('every fact of the contract is exported', () => {
  const facts = Object.keys(generated).filter((name) => !inner.includes(name));
  expect(facts.filter((name) => !(name in stubs))).toEqual([]);
});
