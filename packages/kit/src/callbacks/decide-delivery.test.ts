import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttemptResult } from './callback-sender.ts';
import { decideDelivery } from './decide-delivery.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const hour = 3_600_000;
const answered = (status: number, retryAfter?: string): AttemptResult => ({ kind: 'responded', status, retryAfter });
const failed: AttemptResult = { kind: 'failed', reason: 'ECONNREFUSED' };
/** Returns how many milliseconds to wait after an attempt, or the kind of the decision. By default there is no jitter. */
const waitAfter = (result: AttemptResult, attempt: number, random = 0.5) => {
  const decision = decideDelivery(result, attempt, now, random);
  return decision.kind === 'retry' ? decision.at - now : decision.kind;
};

test('tries ten times, as the contract says', () => {
  const waits = Array.from({ length: 10 }, (_, i) => waitAfter(failed, i + 1));
  const minute = 60_000;
  const hours = [2, 5, 10, 14, 20, 24].map((hours) => hours * hour);
  expect(waits).toEqual([5_000, 5 * minute, 30 * minute, ...hours, 'dead']);
});

test('the jitter shortens or lengthens a delay by at most a tenth', () => {
  expect([0, 0.5, 1].map((random) => waitAfter(failed, 1, random))).toEqual([4_500, 5_000, 5_500]);
});

test.each([200, 201, 204, 299])('status %i is a success', (status) => {
  expect(decideDelivery(answered(status, '60'), 1, now, 0)).toEqual({ kind: 'delivered' });
});

test.each([300, 301, 302, 304, 307, 400, 401, 404, 409, 429, 500, 503, 599])('status %i is retried', (status) => {
  expect(waitAfter(answered(status), 1)).toBe(5_000);
  expect(decideDelivery(answered(status), 10, now, 0)).toEqual({ kind: 'dead', reason: `status ${status}` });
});

test('status 410 ends the events of the invoice', () => {
  expect(decideDelivery(answered(410, '60'), 1, now, 0)).toEqual({ kind: 'gone', reason: 'status 410' });
});

test('a callback to a private host is dead immediately', () => {
  const reason = 'address_not_allowed';
  expect(decideDelivery({ kind: 'blocked', reason }, 1, now, 0)).toEqual({ kind: 'dead', reason });
});

test.each<[string | undefined, number]>([
  ['120', 126_000],
  [' 120 ', 126_000],
  ['0', 5_000],
  ['3', 5_000],
  ['86400', 24 * hour * 1.05],
  ['86401', 24 * hour * 1.05],
  ['9'.repeat(400), 24 * hour * 1.05],
  ['Sat, 21 Nov 2026 10:02:00 GMT', 126_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 5_000],
  ['Sun, 21 Nov 2027 10:00:00 GMT', 24 * hour * 1.05],
  ['Sat, 99 Nov 2026 10:02:00 GMT', 5_000],
  ['Saturday, 21-Nov-26 10:02:00 GMT', 126_000],
  ['Sat Nov 21 10:02:00 2026', 126_000],
  ['119.5', 126_000],
  ['2026-11-21T10:02:00Z', 5_000],
  ['soon', 5_000],
  ['', 5_000],
  [undefined, 5_000],
])('Retry-After %j: retries a little after that time, so that not all callbacks come at once', (retryAfter, wait) => {
  expect(waitAfter(answered(503, retryAfter), 1)).toBe(wait);
});

test('whatever a receiver responds, the next attempt is in the future, and at most a day and its jitter away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 999 }),
      fc.option(fc.string(), { nil: undefined }),
      fc.integer({ min: 1, max: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (status, retryAfter, attempt, random) => {
        const decision = decideDelivery(answered(status, retryAfter), attempt, now, random);
        const wait = decision.kind === 'retry' ? decision.at - now : 1;
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(24 * hour * 1.1);
      },
    ),
  );
});
