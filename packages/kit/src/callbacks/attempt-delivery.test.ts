import { expect, test } from 'vitest';
import { judgeEndpoint } from './attempt-delivery.ts';
import type { AttemptResult } from './callback-sender.ts';
import type { DeliveryDecision, EndpointHealth } from './outbox.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-21T10:00:00.000Z');
const failed: AttemptResult = { kind: 'responded', status: 500, retryAfter: undefined };
const retry: DeliveryDecision = { kind: 'retry', at: now + 5_000, reason: 'status 500' };
const healthy = { failingSince: null, failedAt: null, disabledAt: null };
const failing = (days: number, rest = 1) => ({ failingSince: now - days * day, failedAt: now - rest * day, disabledAt: null });
const judge = (
  health: EndpointHealth,
  decision: DeliveryDecision = retry,
  result: AttemptResult = failed,
  disableAfter = 5 * day,
) => judgeEndpoint(result, decision, health, now, disableAfter);
const ended = { decision: { kind: 'dead', reason: 'endpoint_disabled, status 500' }, endpoint: 'disabled' };

test('five days of uninterrupted failures disable an endpoint, a shorter time does not', () => {
  expect(judge(healthy)).toEqual({ decision: retry, endpoint: 'failed' });
  expect(judge(failing(4.9))).toEqual({ decision: retry, endpoint: 'failed' });
  expect(judge(failing(5))).toEqual(ended);
});

test('a long pause ends a series of failures, because nobody knows whether the receiver worked in between', () => {
  expect(judge(failing(9, 2.1))).toEqual({ decision: retry, endpoint: 'failed' });
});

test('a disabled endpoint stays disabled, even if nothing is sent for a long time', () => {
  expect(judge({ ...failing(90, 60), disabledAt: now - 80 * day })).toEqual(ended);
});

test('a success enables a failing endpoint, and changes nothing for a healthy one', () => {
  const delivered: DeliveryDecision = { kind: 'delivered' };
  expect(judge({ ...failing(9), disabledAt: now - day }, delivered)).toEqual({ decision: delivered, endpoint: 'healed' });
  expect(judge(healthy, delivered)).toEqual({ decision: delivered, endpoint: undefined });
});

test('no endpoint is disabled if the setting is off', () => {
  expect(judge({ ...failing(90), disabledAt: now - day }, retry, failed, 0)).toEqual({ decision: retry, endpoint: 'failed' });
});

test('an unreadable secret is a failure of this server, and a 410 is not a failure', () => {
  expect(judge(failing(9), retry, { kind: 'failed', reason: 'no_secret' })).toEqual({ decision: retry, endpoint: undefined });
  const gone: DeliveryDecision = { kind: 'gone', reason: 'status 410' };
  expect(judge(failing(9), gone)).toEqual({ decision: gone, endpoint: undefined });
});
