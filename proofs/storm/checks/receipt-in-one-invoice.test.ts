import { expect, test } from 'vitest';
import { lawfulBooks, makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { receiptInOneInvoice } from './receipt-in-one-invoice.ts';

test('a receipt that two invoices accepted is found', () => {
  const call = makeCall(300, { operation: 'submit', receipt: 'rcp_1', invoice: 'inv_2', body: showInvoice('PAID') });
  expect(receiptInOneInvoice(makeEvidence([call]))[0]?.sentence).toBe('The receipt rcp_1 was accepted for two invoices.');
});

test('a receipt that was accepted and is not recorded is found', () => {
  const [finding] = receiptInOneInvoice(makeEvidence([], { receipts: lawfulBooks.receipts.slice(1) }));
  expect(finding?.sentence).toBe('The receipt rcp_1 was accepted for inv_1, and is not recorded there.');
});

test('a receipt that is recorded twice is found', () => {
  const [finding] = receiptInOneInvoice(
    makeEvidence([], { receipts: [...lawfulBooks.receipts, ...lawfulBooks.receipts.slice(0, 1)] }),
  );
  expect(finding?.sentence).toBe('The receipt rcp_1 is recorded 2 times.');
});
