// Drives the axios functions that orval generates.
import { serve } from './harness.ts';
import { createPayment, fetchPayment, submitReceipt } from './payments.ts';

await serve(async (order) => {
  const headers = { authorization: `Bearer ${order.token}`, ...(order.key !== undefined && { 'Idempotency-Key': order.key }) };
  const options = { baseURL: order.url, validateStatus: () => true, headers };
  const { status, data } =
    order.op === 'create'
      ? await createPayment(order.create, options)
      : order.op === 'fetch'
        ? await fetchPayment(order.fetch, options)
        : await submitReceipt(order.submit, options);
  return status === 200 ? { invoice: data } : { status, problem: data };
});
