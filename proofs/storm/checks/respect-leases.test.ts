import { expect, test } from 'vitest';
import { lawfulBooks, makeDelivery, makeEvidence } from './lawful-evidence.ts';
import { respectLeases } from './respect-leases.ts';

const [event] = lawfulBooks.events;
const claimed = {
  event: 'evt_1',
  at: 100,
  by: 'server-0',
  oldOwner: null,
  oldEnd: 0,
  newOwner: 'srv_a',
  newEnd: 2_100,
  isSettled: false,
};
const ended = { ...claimed, at: 500, oldOwner: 'srv_a', oldEnd: 2_100, newOwner: null, newEnd: 500 };

test('a lease that another server ended is found', () => {
  const [finding] = respectLeases(makeEvidence([], { leases: [claimed, { ...ended, by: 'server-1' }] }));
  expect(finding?.sentence).toBe("The lease of the event evt_1 was server-0's for 1600 ms more, and server-1 ended it.");
});

test.each([
  ['its owner ends it', ended],
  ['another one settles it', { ...ended, by: 'server-1', isSettled: true }],
  ['another one claims it when it is over', { ...ended, by: 'server-1', at: 2_101, newOwner: 'srv_b', newEnd: 4_101 }],
])('it is lawful that %s', (_, change) => {
  expect(respectLeases(makeEvidence([], { leases: [claimed, change] }))).toEqual([]);
});

test('a second send under a valid lease is found, and after the lease it is lawful', () => {
  const judge = (second: number) => {
    const lines = event ? [makeDelivery(event, 1_000, { end: 3_000 }), makeDelivery(event, second)] : [];
    return respectLeases({ ...makeEvidence([], { leases: [claimed] }), lines });
  };
  expect(judge(1_500)[0]?.sentence).toBe(
    'The event evt_1 was sent a second time while the first was under way, and its lease valid.',
  );
  expect(judge(2_500)).toEqual([]);
});

test('a step of the clock ends all leases', () => {
  const step = { kind: 'clock-step', line: 1, start: 400, end: 401 } as const;
  expect(respectLeases(makeEvidence([step], { leases: [claimed, { ...ended, by: 'server-1' }] }))).toEqual([]);
});
