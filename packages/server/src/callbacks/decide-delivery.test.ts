import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AttemptResult } from './callback-sender.ts';
import { decideDelivery } from './decide-delivery.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const HOUR = 3_600_000;
const answered = (status: number, retryAfter?: string): AttemptResult => ({ kind: 'answered', status, retryAfter });
const failed: AttemptResult = { kind: 'failed', reason: 'ECONNREFUSED' };
/** The wait after an attempt, without jitter. */
const waitAfter = (result: AttemptResult, attempt: number, random = 0.5) => {
  const decision = decideDelivery(result, attempt, NOW, random);
  return decision.kind === 'retry' ? decision.at - NOW : decision.kind;
};

it('tries ten times, as the contract says', () => {
  const waits = Array.from({ length: 10 }, (_, i) => waitAfter(failed, i + 1));
  const [second, minute] = [1_000, 60_000];
  expect(waits).toEqual([
    5 * second,
    5 * minute,
    30 * minute,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
    'dead',
  ]);
});

it('the jitter is a tenth at most, both ways', () => {
  expect([0, 0.5, 1].map((random) => waitAfter(failed, 1, random))).toEqual([4_500, 5_000, 5_500]);
});

it.each([200, 201, 204, 299])('%i is success', (status) => {
  expect(decideDelivery(answered(status, '60'), 1, NOW, 0)).toEqual({ kind: 'delivered' });
});

it.each([300, 301, 302, 304, 307, 400, 401, 404, 409, 429, 500, 503, 599])('%i is tried again', (status) => {
  expect(waitAfter(answered(status), 1)).toBe(5_000);
  expect(decideDelivery(answered(status), 10, NOW, 0)).toEqual({ kind: 'dead', reason: `status ${status}` });
});

it('410 ends the events of the invoice', () => {
  expect(decideDelivery(answered(410, '60'), 1, NOW, 0)).toEqual({ kind: 'gone', reason: 'status 410' });
});

it('what leads inside is dead at once', () => {
  expect(decideDelivery({ kind: 'blocked', reason: 'address_not_allowed' }, 1, NOW, 0)).toEqual({
    kind: 'dead',
    reason: 'address_not_allowed',
  });
});

it.each<[string | undefined, number]>([
  ['120', 120_000],
  [' 120 ', 120_000],
  ['0', 5_000],
  ['3', 5_000],
  ['86400', 24 * HOUR],
  ['86401', 24 * HOUR],
  ['9'.repeat(400), 24 * HOUR],
  ['Sat, 21 Nov 2026 10:02:00 GMT', 120_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 5_000],
  ['Sun, 21 Nov 2027 10:00:00 GMT', 24 * HOUR],
  ['Sat, 99 Nov 2026 10:02:00 GMT', 5_000],
  ['2026-11-21T10:02:00Z', 5_000],
  ['-5', 5_000],
  ['1.5', 5_000],
  ['soon', 5_000],
  ['', 5_000],
  [undefined, 5_000],
])('Retry-After %j', (retryAfter, wait) => {
  expect(waitAfter(answered(503, retryAfter), 1)).toBe(wait);
});

it('whatever a receiver answers, the next attempt is in the future, and no later than a day and its jitter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 999 }),
      fc.option(fc.string(), { nil: undefined }),
      fc.integer({ min: 1, max: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (status, retryAfter, attempt, random) => {
        const decision = decideDelivery(answered(status, retryAfter), attempt, NOW, random);
        const wait = decision.kind === 'retry' ? decision.at - NOW : 1;
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(24 * HOUR * 1.1);
      },
    ),
  );
});
