// Drives the Zodios client that openapi-zod-client generates; its schemas validate requests and responses.
import { AxiosError } from 'axios';
import { serve } from './harness.ts';
import { createApiClient } from './payments.ts';

await serve(async (order) => {
  const api = createApiClient(order.url);
  const headers = { authorization: `Bearer ${order.token}`, ...(order.key !== undefined && { 'Idempotency-Key': order.key }) };
  try {
    const invoice =
      order.op === 'create'
        ? await api.createPayment(order.create, { headers })
        : order.op === 'fetch'
          ? await api.fetchPayment(order.fetch, { headers })
          : await api.submitReceipt(order.submit, { headers });
    return { invoice };
  } catch (error) {
    if (!(error instanceof AxiosError)) throw error;
    return { status: error.response?.status ?? null, problem: error.response?.data };
  }
});
