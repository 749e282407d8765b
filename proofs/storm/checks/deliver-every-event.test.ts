import { expect, test } from 'vitest';
import { deliverEveryEvent } from './deliver-every-event.ts';
import { lawfulBooks, makeDelivery, makeEvent, makeEvidence, showInvoice } from './lawful-evidence.ts';

const third = makeEvent(3, showInvoice('EXPIRED'));
const judge = (change: Parameters<typeof makeDelivery>[2] | undefined, kept = third) => {
  const lines = change ? [makeDelivery(third, 400, change)] : [];
  return deliverEveryEvent(makeEvidence(lines, { events: [...lawfulBooks.events, kept] }))[0]?.sentence;
};

test('an event that arrived is lawful', () => {
  expect(judge({})).toBeUndefined();
});

test.each([
  ['that never arrived', undefined, 'was never accepted by the receiver'],
  ['that was only refused', { status: 500 }, 'was never accepted by the receiver'],
  ['of other bytes', { body: '{}' }, 'was sent with other bytes than it has'],
  ['with a wrong signature', { forged: 'No match' }, 'was sent with a wrong signature: No match'],
])('an event %s is found', (_, change, what) => {
  expect(judge(change)).toBe(`The event evt_3, number 3 of inv_1, ${what}.`);
});

test('an event that is kept as dead, or was sent too often, is found', () => {
  expect(judge({}, { ...third, outcome: 'dead' })).toContain('was accepted, and is kept as dead');
  expect(judge({}, { ...third, attempts: 11 })).toContain('was attempted 11 times');
});

test('an event that is in no book is found', () => {
  const [finding] = deliverEveryEvent(makeEvidence([makeDelivery(third, 400)]));
  expect(finding?.sentence).toBe('The event evt_3 was sent, and is in no book.');
});
