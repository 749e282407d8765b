import { expect, test } from 'vitest';
import { lawfulBooks, makeEvent, makeEvidence, showInvoice } from './lawful-evidence.ts';
import { sequenceCountsChanges } from './sequence-counts-changes.ts';

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
