import { expect, test } from 'vitest';
import { makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { readInOrder } from './read-in-order.ts';

const part = showInvoice('UNDER_PAID', 'rcp_1', 1);
const all = showInvoice('PAID', 'rcp_2', 4);

test('an old state after a newer one, at another server, is found', () => {
  const [finding] = readInOrder(makeEvidence([makeCall(300, { server: 2, body: part })]));
  expect(finding?.sentence).toMatch(/^Server 2 responded to a fetch with the invoice inv_1 as it had been \(UNDER_PAID/);
  expect(finding?.proof).toHaveLength(2);
});

test('an old state is lawful while the request that showed the newer one was under way', () => {
  expect(readInOrder(makeEvidence([makeCall(205, { server: 2, body: part })]))).toEqual([]);
});

test('a receipt that shows before anyone submitted it is found', () => {
  const [finding] = readInOrder(makeEvidence([makeCall(50, { body: part })]));
  expect(finding?.sentence).toBe(
    'Server 0 responded to a fetch with the receipt rcp_1 on the invoice inv_1 before anyone had submitted it.',
  );
});

test('a receipt that shows before its submit is answered is lawful', () => {
  expect(readInOrder(makeEvidence([makeCall(105, { end: 106, body: part })]))).toEqual([]);
});

test('a submit whose response does not count its receipt is found', () => {
  const call = makeCall(150, { operation: 'submit', receipt: 'rcp_9', body: part });
  const [finding] = readInOrder(makeEvidence([call]));
  expect(finding?.sentence).toBe(
    'Server 0 responded to a submit with success for the receipt rcp_9, with a state of inv_1 that does not count it.',
  );
});

test('a state that the invoice never was in is found', () => {
  const [finding] = readInOrder(makeEvidence([makeCall(300, { body: showInvoice('EXPIRED', 'rcp_1', 1) })]));
  expect(finding?.sentence).toBe('Server 0 responded to a fetch with a state that inv_1 never was in.');
});

test('an invoice that is called final before it is so is found', () => {
  const refused = { operation: 'submit', status: 409, body: '{"code":"invoice_already_paid"}' } as const;
  expect(readInOrder(makeEvidence([makeCall(130, refused)]))).toHaveLength(1);
  expect(readInOrder(makeEvidence([makeCall(300, refused)]))).toEqual([]);
});

test('a create that is sent again is answered as at first', () => {
  const again = makeCall(300, { operation: 'create', invoice: undefined, key: 'key_1', body: showInvoice('PENDING') });
  expect(readInOrder(makeEvidence([again, makeCall(310, { body: all })]))).toEqual([]);
});
