// Drives the fetch functions that oazapfts generates.
import { serve } from './harness.ts';
import { createPayment, defaults, fetchPayment, submitReceipt } from './payments.ts';

await serve(async (order) => {
  defaults.baseUrl = order.url;
  const options = { headers: { authorization: `Bearer ${order.token}` } };
  const key = order.key === undefined ? {} : { idempotencyKey: order.key };
  const response =
    order.op === 'create'
      ? await createPayment(order.create, key, options)
      : order.op === 'fetch'
        ? await fetchPayment(order.fetch, options)
        : await submitReceipt(order.submit, options);
  return response.status === 200 ? { invoice: response.data } : { status: response.status, problem: response.data };
});
