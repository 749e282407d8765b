// Drives the fetch functions that orval generates. They contain no base URL, so this program prepends it to their paths.
import { serve } from './harness.ts';
import { createPayment, fetchPayment, submitReceipt } from './payments.ts';

const plainFetch = globalThis.fetch;
let base = '';
globalThis.fetch = (path, init) => plainFetch(`${base}${path}`, init);

await serve(async (order) => {
  base = order.url;
  const headers = { authorization: `Bearer ${order.token}`, ...(order.key !== undefined && { 'Idempotency-Key': order.key }) };
  const response =
    order.op === 'create'
      ? await createPayment(order.create, { headers })
      : order.op === 'fetch'
        ? await fetchPayment(order.fetch, { headers })
        : await submitReceipt(order.submit, { headers });
  return response.status === 200 ? { invoice: response.data } : { status: response.status, problem: response.data };
});
