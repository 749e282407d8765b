// Uses the types that openapi-typescript generates, with openapi-fetch.
import createClient from 'openapi-fetch';
import { serve } from './harness.ts';
import type { paths } from './payments.js';

await serve(async (order) => {
  const client = createClient<paths>({ baseUrl: order.url, headers: { authorization: `Bearer ${order.token}` } });
  const header = order.key === undefined ? {} : { 'Idempotency-Key': order.key };
  const { data, error, response } =
    order.op === 'create'
      ? await client.POST('/api/v1/payments/create', { params: { header }, body: order.create })
      : order.op === 'fetch'
        ? await client.POST('/api/v1/payments/fetch', { body: order.fetch })
        : await client.POST('/api/v1/payments/submit', { body: order.submit });
  return data ? { invoice: data } : { status: response.status, problem: error };
});
