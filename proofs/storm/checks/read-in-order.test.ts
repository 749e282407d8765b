import { expect, test } from 'vitest';
import { makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { readInOrder } from './read-in-order.ts';

const part = showInvoice('UNDER_PAID', 'rcp_1', 1);
const all = showInvoice('PAID', 'rcp_2', 4);

test('finds an old state that another server showed after a newer one', () => {
  const [finding] = readInOrder(makeEvidence([makeCall(300, { server: 2, body: part })]));
  expect(finding?.sentence).toMatch(/^Server 2 responded to a fetch with the invoice inv_1 as it had been \(UNDER_PAID/);
  expect(finding?.proof).toHaveLength(2);
});

test('an old state is lawful while the request that shows the newer one is in progress', () => {
  expect(readInOrder(makeEvidence([makeCall(205, { server: 2, body: part })]))).toEqual([]);
});

test('finds a receipt that appeared before anyone submitted it', () => {
  const [finding] = readInOrder(makeEvidence([makeCall(50, { body: part })]));
  expect(finding?.sentence).toBe(
    'Server 0 responded to a fetch with the receipt rcp_1 on the invoice inv_1 before anyone had submitted it.',
  );
});

test('a receipt may appear before the response to its submit', () => {
  expect(readInOrder(makeEvidence([makeCall(105, { end: 106, body: part })]))).toEqual([]);
});

test('finds a submit whose response does not count its receipt', () => {
  const call = makeCall(150, { operation: 'submit', receipt: 'rcp_9', body: part });
  const [finding] = readInOrder(makeEvidence([call]));
  expect(finding?.sentence).toBe(
    'Server 0 responded to a submit with success for the receipt rcp_9, with a state of inv_1 that does not count it.',
  );
});

test('finds a state that the invoice never had', () => {
  const [finding] = readInOrder(makeEvidence([makeCall(300, { body: showInvoice('EXPIRED', 'rcp_1', 1) })]));
  expect(finding?.sentence).toBe('Server 0 responded to a fetch with a state that inv_1 never was in.');
});

test('finds an invoice that is called final too early', () => {
  const refused = { operation: 'submit', status: 409, body: '{"code":"invoice_already_paid"}' } as const;
  expect(readInOrder(makeEvidence([makeCall(130, refused)]))).toHaveLength(1);
  expect(readInOrder(makeEvidence([makeCall(300, refused)]))).toEqual([]);
});

test('a repeated create returns its first response', () => {
  const again = makeCall(300, { operation: 'create', invoice: undefined, key: 'key_1', body: showInvoice('PENDING') });
  expect(readInOrder(makeEvidence([again, makeCall(310, { body: all })]))).toEqual([]);
});
