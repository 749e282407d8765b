import { expect, test } from 'vitest';
import { makeCall, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { statusOnlyAdvances } from './status-only-advances.ts';

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
