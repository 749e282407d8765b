// Drives the axios functions that kubb generates.
import { AxiosError } from 'axios';
import { serve } from './harness.ts';
import { createPayment } from './payments/clients/createPayment.ts';
import { fetchPayment } from './payments/clients/fetchPayment.ts';
import { submitReceipt } from './payments/clients/submitReceipt.ts';

await serve(async (order) => {
  const options = { baseURL: order.url, headers: { authorization: `Bearer ${order.token}` } };
  try {
    const invoice =
      order.op === 'create'
        ? await createPayment(order.create, order.key === undefined ? {} : { 'Idempotency-Key': order.key }, options)
        : order.op === 'fetch'
          ? await fetchPayment(order.fetch, options)
          : await submitReceipt(order.submit, options);
    return { invoice };
  } catch (error) {
    if (!(error instanceof AxiosError)) throw error;
    return { status: error.response?.status ?? null, problem: error.response?.data };
  }
});
