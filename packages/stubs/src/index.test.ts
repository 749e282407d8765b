import { readFileSync } from 'node:fs';
import * as generated from '@payment-invoice/generated';
import { expect, test } from 'vitest';
import * as stubs from './index.ts';

/** Tables that the package does not export. Only the stubs use them, and users see their content in types and options. */
const inner = ['extensions', 'invoiceFields', 'operationFeatures', 'operationTable', 'requiredHeaders', 'statusFeatures'];

test('every fact of the contract is exported', () => {
  const facts = Object.keys(generated).filter((name) => !inner.includes(name));
  expect(facts.filter((name) => !(name in stubs))).toEqual([]);
});

test('the README says in a sentence what each export is for', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(Object.keys(stubs).filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});
