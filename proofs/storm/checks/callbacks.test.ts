import { describe, expect, test } from 'vitest';
import { deliverEveryEvent, respectLeases } from './callbacks.ts';
import { lawfulBooks, makeDelivery, makeEvent, makeEvidence, showInvoice } from './lawful-evidence.ts';

describe('deliver every event', () => {
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

  test('finds an event that was given up, or was sent too often', () => {
    expect(judge({}, { ...third, outcome: 'dead' })).toContain('was accepted, and is kept as dead');
    expect(judge({}, { ...third, attempts: 11 })).toContain('was attempted 11 times');
  });

  test('finds an event that is not in the database', () => {
    const [finding] = deliverEveryEvent(makeEvidence([makeDelivery(third, 400)]));
    expect(finding?.sentence).toBe('The event evt_3 was sent, and is in no book.');
  });
});

describe('respect leases', () => {
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

  test('finds a lease that another server ended', () => {
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

  test('finds a second send during a valid lease; after the lease it is lawful', () => {
    const judge = (second: number) => {
      const lines = event ? [makeDelivery(event, 1_000, { end: 3_000 }), makeDelivery(event, second)] : [];
      return respectLeases({ ...makeEvidence([], { leases: [claimed] }), lines });
    };
    expect(judge(1_500)[0]?.sentence).toBe(
      'The event evt_1 was sent a second time while the first was under way, and its lease valid.',
    );
    expect(judge(2_500)).toEqual([]);
  });

  test('a clock step ends all leases', () => {
    const step = { kind: 'clock-step', line: 1, start: 400, end: 401 } as const;
    expect(respectLeases(makeEvidence([step], { leases: [claimed, { ...ended, by: 'server-1' }] }))).toEqual([]);
  });
});
