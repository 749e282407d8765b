import { describe, expect, test } from 'vitest';
import { makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { keepWhatWasAnswered, never500, oneInvoiceAKey } from './responses.ts';

describe('never 500', () => {
  test.each([500, 502, 504, 302])('%i is found', (status) => {
    expect(never500(makeEvidence([makeCall(300, { status })]))[0]?.sentence).toBe(
      `Server 0 responded to a fetch with ${status}.`,
    );
  });

  test.each([503, 404, 429, null])('%s is lawful', (status) => {
    expect(never500(makeEvidence([makeCall(300, { status })]))).toEqual([]);
  });
});

describe('keep what was answered', () => {
  test('an invoice that is answered as unknown is found', () => {
    const [finding] = keepWhatWasAnswered(makeEvidence([makeCall(300, { status: 404, body: '{}' })]));
    expect(finding?.sentence).toBe('The invoice inv_1 was in a response, and was unknown in a later response.');
  });

  test('an invoice that is not in the database is found', () => {
    const [finding] = keepWhatWasAnswered(makeEvidence([], { invoices: [] }));
    expect(finding?.sentence).toBe('The invoice inv_1 was in a response, and is not in the database at the end.');
  });

  test('another amount than at first is found', () => {
    const body = showInvoice('PAID', 'rcp_2', 4).replace('"amount":4', '"amount":5');
    const [finding] = keepWhatWasAnswered(makeEvidence([makeCall(300, { body })]));
    expect(finding?.sentence).toBe('The invoice inv_1 had other fixed properties in a later response than at first.');
  });
});

describe('one invoice a key', () => {
  const again = { operation: 'create', key: 'key_1' } as const;

  test('two invoices of one key are found', () => {
    const body = showInvoice('PENDING').replace('inv_1', 'inv_2');
    const [finding] = oneInvoiceAKey(makeEvidence([makeCall(300, { ...again, body })]));
    expect(finding?.sentence).toBe('The key key_1 has two invoices, inv_1 and inv_2.');
  });

  test('an answer that differs in one byte is found', () => {
    const [finding] = oneInvoiceAKey(makeEvidence([makeCall(300, { ...again, body: `${showInvoice('PENDING')} ` })]));
    expect(finding?.sentence).toBe('The key key_1 has two responses about inv_1.');
  });
});
