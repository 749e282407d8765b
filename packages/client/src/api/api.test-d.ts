/** Compiling this file is the test: mistakes that openapi-fetch leaves unchecked must not compile here. */
import type { paths } from '@payment-invoice/generated';
import { exampleCreate as body } from '@payment-invoice/generated/examples';
import { expectTypeOf, test } from 'vitest';
import { createClient, type PaymentInvoice, UnexpectedResponseError } from '../index.ts';
import { createRawClient, type RawInit } from '../raw.ts';

const client = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token' });
const create = '/api/v1/payments/create';

test('results are the contract’s', async () => {
  const { data, error, response } = await client.api.POST(create, { body });
  expectTypeOf(response).toEqualTypeOf<Response>();
  if (data) expectTypeOf(data).toEqualTypeOf<PaymentInvoice>();
  else if (!(error instanceof UnexpectedResponseError)) expectTypeOf(error.detail).toBeString();
});

test('what is misspelt does not compile', () => {
  // @ts-expect-error a path that the contract does not have
  client.api.POST('/api/v1/payments/creat', { body });
  // @ts-expect-error a method that the path does not have
  client.api.GET(create, {});
  // @ts-expect-error an option that openapi-fetch would accept and ignore
  client.api.POST(create, { body, timeoutMS: 5 });
  // @ts-expect-error a misspelt field
  client.api.POST(create, { body: { ...body, isWhitelabel: true } });
  // @ts-expect-error no body
  client.api.POST(create, {});
  // @ts-expect-error the raw client has no retries
  createRawClient({ baseUrl: '', token: '' }).POST(create, { body, maxRetries: 1 });
});

test('requests are written as for openapi-fetch, and bring the options of a call', () => {
  client.api.POST(create, { body, params: { header: { 'Idempotency-Key': 'order-1' } }, timeoutMs: 1, maxRetries: 0 });
  const init: RawInit<paths['/api/v1/payments/create']['post']> = { body };
  createRawClient({ baseUrl: '', token: '' }).POST(create, init);
});
