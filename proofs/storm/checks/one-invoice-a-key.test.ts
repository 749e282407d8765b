import { expect, test } from 'vitest';
import { makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { oneInvoiceAKey } from './one-invoice-a-key.ts';

const again = { operation: 'create', key: 'key_1' } as const;

test('two invoices of one key are found', () => {
  const body = showInvoice('PENDING').replace('inv_1', 'inv_2');
  const [finding] = oneInvoiceAKey(makeEvidence([makeCall(300, { ...again, body })]));
  expect(finding?.sentence).toBe('The key key_1 has two invoices, inv_1 and inv_2.');
});

test('an answer that differs in one byte is found', () => {
  const [finding] = oneInvoiceAKey(makeEvidence([makeCall(300, { ...again, body: `${showInvoice('PENDING')} ` })]));
  expect(finding?.sentence).toBe('The key key_1 has two answers about inv_1.');
});
