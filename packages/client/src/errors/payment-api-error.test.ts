import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { failureOf, problem, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, type PaymentApiError } from '../index.ts';

test('JSON of an error says what happened', async () => {
  const server = await startScriptedServer(problem(429, 'rate_limited', {}, { 'retry-after': '7' }));
  const client = createClient({ baseUrl: server.baseUrl, token: 'secret_token', maxRetries: 0 });
  const error = await failureOf<PaymentApiError>(client.createPayment(order, { idempotencyKey: 'order-1' }));
  expect(JSON.parse(JSON.stringify({ error }))).toEqual({
    error: {
      name: 'RateLimitError',
      message: error.message,
      status: 429,
      code: 'rate_limited',
      requestId: 'req_1',
      retryAfterSeconds: 7,
      problem: error.problem,
      callId: error.callId,
      attempts: 1,
      idempotencyKey: 'order-1',
    },
  });
  expect(error.message).toContain('responded 429 rate_limited: It was rate_limited.');
});

test('JSON of an error names its cause', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'secret_token', maxRetries: 0 });
  const error: unknown = await client.fetchPayment({ invoiceId: 'inv_1' }).catch((reason: unknown) => reason);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: 'ConnectionError', cause: 'TypeError: fetch failed' });
});
