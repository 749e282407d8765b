/** Tests a call that is refused at a retry, when nobody knows whether the first attempt took effect. */

import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { problem, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, PaymentApiError } from '../index.ts';
import { makeHandClock } from '../test-kit/make-hand-clock.ts';

test.each<[string, Scripted, Scripted, boolean]>([
  ['a broken connection', 'reset', problem(503, 'service_unavailable'), true],
  ['half a response', 'cut', problem(401, 'invalid_token'), true],
  ['half a response that looks whole', { type: 'application/json', text: '{"id":' }, problem(503, 'service_unavailable'), true],
  ['a 500', problem(500, 'internal_error'), problem(409, 'invoice_expired'), true],
  ['one that is still running', problem(409, 'idempotency_in_progress'), problem(503, 'service_unavailable'), true],
  ['a 429', problem(429, 'rate_limited'), problem(503, 'service_unavailable'), false],
])('after %s the refusal of a retry does not say that nothing happened', async (_, first, last, isOpen) => {
  const { baseUrl } = await startScriptedServer(first, last);
  const client = createClient({ baseUrl, token: 'secret_token', clock: makeHandClock(), maxRetries: 1 });
  const error = await client.createPayment(order).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PaymentApiError);
  expect((error as PaymentApiError).message.endsWith(' The call may have taken effect.')).toBe(isOpen);
});
