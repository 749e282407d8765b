import { expect, test } from 'vitest';
import { lawfulBooks, makeEvent, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { nothingAfterTheEnd } from './nothing-after-the-end.ts';

test('a change after PAID is found', () => {
  const events = [...lawfulBooks.events, makeEvent(3, showInvoice('EXPIRED', 'rcp_2', 4))];
  const [finding] = nothingAfterTheEnd(makeEvidence([], { events }));
  expect(finding?.sentence).toBe('The invoice inv_1 was PAID with change 2, and was changed 1 times after it.');
});

test('a final state at the end is lawful', () => {
  expect(nothingAfterTheEnd(makeEvidence())).toEqual([]);
});
