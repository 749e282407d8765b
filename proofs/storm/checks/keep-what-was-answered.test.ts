import { expect, test } from 'vitest';
import { keepWhatWasAnswered } from './keep-what-was-answered.ts';
import { makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';

test('an invoice that is answered as unknown is found', () => {
  const [finding] = keepWhatWasAnswered(makeEvidence([makeCall(300, { status: 404, body: '{}' })]));
  expect(finding?.sentence).toBe('The invoice inv_1 was answered, and was answered as unknown afterwards.');
});

test('an invoice that is not in the database is found', () => {
  const [finding] = keepWhatWasAnswered(makeEvidence([], { invoices: [] }));
  expect(finding?.sentence).toBe('The invoice inv_1 was answered, and is not in the database at the end.');
});

test('another amount than at first is found', () => {
  const body = showInvoice('PAID', 'rcp_2', 4).replace('"amount":4', '"amount":5');
  const [finding] = keepWhatWasAnswered(makeEvidence([makeCall(300, { body })]));
  expect(finding?.sentence).toBe('The invoice inv_1 was answered with other fixed properties than at first.');
});
