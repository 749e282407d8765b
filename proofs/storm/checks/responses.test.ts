import { describe, expect, test } from 'vitest';
import { makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { keepWhatWasAnswered, never500, oneInvoiceAKey } from './responses.ts';

describe('never 500', () => {
  test.each([500, 502, 504, 302])('finds %i', (status) => {
    expect(never500(makeEvidence([makeCall(300, { status })]))[0]?.sentence).toBe(
      `Server 0 responded to a fetch with ${status}.`,
    );
  });

  test.each([503, 404, 429, null])('%s is lawful', (status) => {
    expect(never500(makeEvidence([makeCall(300, { status })]))).toEqual([]);
  });
});

describe('keep what was confirmed', () => {
  test('finds a response that calls a known invoice unknown', () => {
    const [finding] = keepWhatWasAnswered(makeEvidence([makeCall(300, { status: 404, body: '{}' })]));
    expect(finding?.sentence).toBe('The invoice inv_1 was in a response, and was unknown in a later response.');
  });

  test('finds an invoice that is missing in the database', () => {
    const [finding] = keepWhatWasAnswered(makeEvidence([], { invoices: [] }));
    expect(finding?.sentence).toBe('The invoice inv_1 was in a response, and is not in the database at the end.');
  });

  test('finds an amount other than the first', () => {
    const body = showInvoice('PAID', 'rcp_2', 4).replace('"amount":4', '"amount":5');
    const [finding] = keepWhatWasAnswered(makeEvidence([makeCall(300, { body })]));
    expect(finding?.sentence).toBe('The invoice inv_1 had other fixed properties in a later response than at first.');
  });
});

describe('one invoice for each key', () => {
  const again = { operation: 'create', key: 'key_1' } as const;

  test('finds two invoices of one key', () => {
    const body = showInvoice('PENDING').replace('inv_1', 'inv_2');
    const [finding] = oneInvoiceAKey(makeEvidence([makeCall(300, { ...again, body })]));
    expect(finding?.sentence).toBe('The key key_1 has two invoices, inv_1 and inv_2.');
  });

  test('finds a response that differs in one byte', () => {
    const [finding] = oneInvoiceAKey(makeEvidence([makeCall(300, { ...again, body: `${showInvoice('PENDING')} ` })]));
    expect(finding?.sentence).toBe('The key key_1 has two responses about inv_1.');
  });
});
