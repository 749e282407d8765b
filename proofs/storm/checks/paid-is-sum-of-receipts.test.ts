import { expect, test } from 'vitest';
import { lawfulBooks, makeEvidence } from './lawful-evidence.ts';
import { paidIsSumOfReceipts } from './paid-is-sum-of-receipts.ts';

test('a receipt that was recorded and not counted is found', () => {
  const more = { receiptId: 'rcp_3', invoice: 'inv_1', amount: 100, paymentStatus: 'completed' };
  const [finding] = paidIsSumOfReceipts(makeEvidence([], { receipts: [...lawfulBooks.receipts, more] }));
  expect(finding?.sentence).toBe('The invoice inv_1 has 400 cents paid, its completed receipts are 500 cents.');
});

test('a status that does not follow from the sum is found', () => {
  const invoices = lawfulBooks.invoices.map((invoice) => ({ ...invoice, status: 'UNDER_PAID' }));
  const [finding] = paidIsSumOfReceipts(makeEvidence([], { invoices }));
  expect(finding?.sentence).toBe('The invoice inv_1 is UNDER_PAID, with 400 of 400 cents paid.');
});

test('a failed receipt counts for nothing', () => {
  const more = { receiptId: 'rcp_3', invoice: 'inv_1', amount: 100, paymentStatus: 'failed' };
  expect(paidIsSumOfReceipts(makeEvidence([], { receipts: [...lawfulBooks.receipts, more] }))).toEqual([]);
});
