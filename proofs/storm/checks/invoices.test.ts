import { describe, expect, test } from 'vitest';
import {
  nothingAfterTheEnd,
  paidIsSumOfReceipts,
  receiptInOneInvoice,
  sequenceCountsChanges,
  statusOnlyAdvances,
} from './invoices.ts';
import { lawfulBooks, makeCall, makeEvent, makeEvidence, showInvoice } from './lawful-evidence.ts';

describe('paid is sum of receipts', () => {
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
});

describe('receipt in one invoice', () => {
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
});

describe('sequence counts changes', () => {
  const [first] = lawfulBooks.events;

  test('a sequence that is behind the changes is found', () => {
    const invoices = lawfulBooks.invoices.map((invoice) => ({ ...invoice, sequence: 1 }));
    const [finding] = sequenceCountsChanges(makeEvidence([], { invoices }));
    expect(finding?.sentence).toBe('The invoice inv_1 was changed 2 times, its sequence is 1.');
  });

  test('a change without an event is found', () => {
    const [finding] = sequenceCountsChanges(makeEvidence([], { events: first ? [first] : [] }));
    expect(finding?.sentence).toBe('The invoice inv_1 was changed 2 times, its events are 1.');
  });

  test('two events of one number are found', () => {
    const [finding] = sequenceCountsChanges(makeEvidence([], { events: first ? [first, first] : [] }));
    expect(finding?.sentence).toBe('The invoice inv_1 was changed 2 times, its events are 1, 1.');
  });

  test('a last event that shows another state than the invoice is in is found', () => {
    const events = [...lawfulBooks.events.slice(0, 1), makeEvent(2, showInvoice('UNDER_PAID', 'rcp_2', 3))];
    const [finding] = sequenceCountsChanges(makeEvidence([], { events }));
    expect(finding?.sentence).toMatch(/^The last event of inv_1 shows UNDER_PAID, paid 300 cents/);
  });

  test('an event that says another number is found', () => {
    const events = [...lawfulBooks.events.slice(0, 1), makeEvent(3, showInvoice('PAID', 'rcp_2', 4), { sequence: 2 })];
    const [finding] = sequenceCountsChanges(makeEvidence([], { events }));
    expect(finding?.sentence).toBe('The event evt_3 of inv_1 is number 2, and says 3.');
  });
});

describe('status only advances', () => {
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

  test('requests at the same time may show both', () => {
    const lines = [
      makeCall(300, { client: 5, end: 320, body: showInvoice('PAID') }),
      makeCall(310, { client: 5, body: showInvoice('PENDING') }),
    ];
    expect(statusOnlyAdvances(makeEvidence(lines))).toEqual([]);
  });
});

describe('nothing after the end', () => {
  test('a change after PAID is found', () => {
    const events = [...lawfulBooks.events, makeEvent(3, showInvoice('EXPIRED', 'rcp_2', 4))];
    const [finding] = nothingAfterTheEnd(makeEvidence([], { events }));
    expect(finding?.sentence).toBe('The invoice inv_1 was PAID with change 2, and was changed 1 times after it.');
  });

  test('a final state at the end is lawful', () => {
    expect(nothingAfterTheEnd(makeEvidence())).toEqual([]);
  });
});
