import { expect, test } from 'vitest';
import { createHostShares } from './host-shares.ts';
import type { ClaimedEvent } from './outbox.ts';

const events = (host: string, count: number) => Array.from({ length: count }, () => ({ host }) as ClaimedEvent);
const never = Number.POSITIVE_INFINITY;

test('returns a host that is due only once, until a claim or an event shows that it has more events', () => {
  const shares = createHostShares(() => 2);
  shares.expect('a', 100);
  expect(shares.nextAt()).toBe(100);
  expect(shares.wanted(99)).toEqual([]);
  expect(shares.wanted(100)).toEqual([{ host: 'a', limit: 32 }]);
  expect(shares.wanted(100)).toEqual([]);
  shares.claimed(events('a', 3), [{ host: 'a', nextAt: 200 }]);
  expect(shares.nextAt()).toBe(200);
  shares.expect('a', 150);
  expect(shares.wanted(150)).toEqual([{ host: 'a', limit: 29 }]);
});

test('returns no host whose limit is reached, and otherwise the rest of its limit', () => {
  const shares = createHostShares(() => 2);
  shares.claimed(events('a', 32), [{ host: 'a', nextAt: 100 }]);
  expect(shares.wanted(100)).toEqual([]);
  expect(shares.nextAt()).toBe(never);
  shares.done('a');
  expect(shares.nextAt()).toBe(100);
  expect(shares.wanted(100)).toEqual([{ host: 'a', limit: 1 }]);
});

test('claims nothing in advance when many events are claimed, but for each host as many as may be under way', () => {
  const shares = createHostShares(() => 16);
  for (let i = 0; i < 70; i++) shares.expect(`host-${i}`, 0);
  const limits = shares.wanted(0).map(({ limit }) => limit);
  expect(limits).toEqual([...Array(64).fill(256), ...Array(6).fill(16)]);
  for (let i = 0; i < 64; i++) shares.claimed(events(`host-${i}`, 256), []);
  shares.expect('late', 0);
  expect(shares.wanted(0)).toEqual([{ host: 'late', limit: 16 }]);
  for (let i = 0; i < 100; i++) shares.done('host-0');
  shares.expect('late', 0);
  expect(shares.wanted(0)).toEqual([{ host: 'late', limit: 100 }]);
});

test('forgets a host without events', () => {
  const shares = createHostShares(() => 16);
  for (let i = 0; i < 1_024; i++) shares.expect(`host-${i}`, 0);
  shares.wanted(0);
  const dues = Array.from({ length: 1_024 }, (_, i) => ({ host: `host-${i}`, nextAt: never }));
  shares.claimed(events('host-0', 1), dues);
  shares.done('host-0');
  shares.expect('a', 0);
  expect(shares.wanted(0)).toEqual([{ host: 'a', limit: 256 }]);
});
