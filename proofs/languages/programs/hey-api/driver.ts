// Drives the client that hey-api generates.
import { createClient } from './client/client/index.js';
import { createPayment, fetchPayment, submitReceipt } from './client/index.js';
import { serve } from './harness.ts';

await serve(async (order) => {
  const client = createClient({ baseUrl: order.url, auth: order.token });
  const headers = order.key === undefined ? {} : { 'Idempotency-Key': order.key };
  const { data, error, response } =
    order.op === 'create'
      ? await createPayment({ client, body: order.create, headers })
      : order.op === 'fetch'
        ? await fetchPayment({ client, body: order.fetch })
        : await submitReceipt({ client, body: order.submit });
  return data ? { invoice: data } : { status: response?.status ?? null, problem: error };
});
