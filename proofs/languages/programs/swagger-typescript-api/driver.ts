// Drives the fetch client that swagger-typescript-api generates.
import { serve } from './harness.ts';
import { Api } from './payments.ts';

await serve(async (order) => {
  const { api } = new Api({ baseUrl: order.url });
  const headers = { authorization: `Bearer ${order.token}`, ...(order.key !== undefined && { 'Idempotency-Key': order.key }) };
  try {
    const { data } =
      order.op === 'create'
        ? await api.createPayment(order.create, { headers })
        : order.op === 'fetch'
          ? await api.fetchPayment(order.fetch, { headers })
          : await api.submitReceipt(order.submit, { headers });
    return { invoice: data };
  } catch (error) {
    const { status = null, error: problem } = error as { status?: number; error?: unknown };
    return { status, problem: problem instanceof Error ? undefined : problem };
  }
});
