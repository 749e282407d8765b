import { describe, expect, test } from 'vitest';
import {
  nothingAfterTheEnd,
  paidIsSumOfReceipts,
  receiptInOneInvoice,
  sequenceCountsChanges,
  statusOnlyAdvances,
} from './invoices.ts';
import { lawfulBooks, makeCall, makeEvent, makeEvidence, showInvoice } from './lawful-evidence.ts';

describe('the paid amount is the sum of the receipts', () => {
  test('finds a receipt that was recorded but not counted', () => {
    const more = { receiptId: 'rcp_3', invoice: 'inv_1', amount: 100, paymentStatus: 'completed' };
    const [finding] = paidIsSumOfReceipts(makeEvidence([], { receipts: [...lawfulBooks.receipts, more] }));
    expect(finding?.sentence).toBe('The invoice inv_1 has 400 cents paid, its completed receipts are 500 cents.');
  });

  test('finds a status that does not follow from the sum', () => {
    const invoices = lawfulBooks.invoices.map((invoice) => ({ ...invoice, status: 'UNDER_PAID' }));
    const [finding] = paidIsSumOfReceipts(makeEvidence([], { invoices }));
    expect(finding?.sentence).toBe('The invoice inv_1 is UNDER_PAID, with 400 of 400 cents paid.');
  });

  test('a failed receipt counts for nothing', () => {
    const more = { receiptId: 'rcp_3', invoice: 'inv_1', amount: 100, paymentStatus: 'failed' };
    expect(paidIsSumOfReceipts(makeEvidence([], { receipts: [...lawfulBooks.receipts, more] }))).toEqual([]);
  });
});

describe('each receipt belongs to one invoice', () => {
  test('finds a receipt that two invoices accepted', () => {
    const call = makeCall(300, { operation: 'submit', receipt: 'rcp_1', invoice: 'inv_2', body: showInvoice('PAID') });
    expect(receiptInOneInvoice(makeEvidence([call]))[0]?.sentence).toBe('The receipt rcp_1 was accepted for two invoices.');
  });

  test('finds a receipt that was accepted but not recorded', () => {
    const [finding] = receiptInOneInvoice(makeEvidence([], { receipts: lawfulBooks.receipts.slice(1) }));
    expect(finding?.sentence).toBe('The receipt rcp_1 was accepted for inv_1, and is not recorded there.');
  });

  test('finds a receipt that was recorded twice', () => {
    const [finding] = receiptInOneInvoice(
      makeEvidence([], { receipts: [...lawfulBooks.receipts, ...lawfulBooks.receipts.slice(0, 1)] }),
    );
    expect(finding?.sentence).toBe('The receipt rcp_1 is recorded 2 times.');
  });
});

describe('the sequence counts the changes', () => {
  const [first] = lawfulBooks.events;

  test('finds a sequence that is lower than the number of changes', () => {
    const invoices = lawfulBooks.invoices.map((invoice) => ({ ...invoice, sequence: 1 }));
    const [finding] = sequenceCountsChanges(makeEvidence([], { invoices }));
    expect(finding?.sentence).toBe('The invoice inv_1 was changed 2 times, its sequence is 1.');
  });

  test('finds a change without an event', () => {
    const [finding] = sequenceCountsChanges(makeEvidence([], { events: first ? [first] : [] }));
    expect(finding?.sentence).toBe('The invoice inv_1 was changed 2 times, its events are 1.');
  });

  test('finds two events with the same number', () => {
    const [finding] = sequenceCountsChanges(makeEvidence([], { events: first ? [first, first] : [] }));
    expect(finding?.sentence).toBe('The invoice inv_1 was changed 2 times, its events are 1, 1.');
  });

  test("finds a last event whose state differs from the invoice's", () => {
    const events = [...lawfulBooks.events.slice(0, 1), makeEvent(2, showInvoice('UNDER_PAID', 'rcp_2', 3))];
    const [finding] = sequenceCountsChanges(makeEvidence([], { events }));
    expect(finding?.sentence).toMatch(/^The last event of inv_1 shows UNDER_PAID, paid 300 cents/);
  });

  test('finds an event with a wrong number', () => {
    const events = [...lawfulBooks.events.slice(0, 1), makeEvent(3, showInvoice('PAID', 'rcp_2', 4), { sequence: 2 })];
    const [finding] = sequenceCountsChanges(makeEvidence([], { events }));
    expect(finding?.sentence).toBe('The event evt_3 of inv_1 is number 2, and says 3.');
  });
});

describe('the status only advances', () => {
  test.each([
    ['UNDER_PAID', 'PENDING'],
    ['PAID', 'UNDER_PAID'],
    ['EXPIRED', 'PAID'],
  ])('%s and then %s, to one client at two servers, is found', (before, after) => {
    const lines = [
      makeCall(300, { client: 5, body: showInvoice(before) }),
      makeCall(310, { client: 5, server: 1, body: showInvoice(after) }),
    ];
    const [finding] = statusOnlyAdvances(makeEvidence(lines));
    expect(finding?.sentence).toBe(`Client 5 saw inv_1 as ${before} at server 0, and then as ${after} at server 1.`);
  });

  test('simultaneous requests may show the old and the new state', () => {
    const lines = [
      makeCall(300, { client: 5, end: 320, body: showInvoice('PAID') }),
      makeCall(310, { client: 5, body: showInvoice('PENDING') }),
    ];
    expect(statusOnlyAdvances(makeEvidence(lines))).toEqual([]);
  });
});

describe('nothing changes after a final state', () => {
  test('finds a change after PAID', () => {
    const events = [...lawfulBooks.events, makeEvent(3, showInvoice('EXPIRED', 'rcp_2', 4))];
    const [finding] = nothingAfterTheEnd(makeEvidence([], { events }));
    expect(finding?.sentence).toBe('The invoice inv_1 was PAID with change 2, and was changed 1 times after it.');
  });

  test('a final state at the end is lawful', () => {
    expect(nothingAfterTheEnd(makeEvidence())).toEqual([]);
  });
});
