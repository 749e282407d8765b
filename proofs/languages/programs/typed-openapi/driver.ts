// Drives the client that typed-openapi generates. It leaves the sending to the application, so this program passes a short fetch
// function.
import { serve } from './harness.ts';
import { createApiClient } from './payments.ts';

await serve(async (order) => {
  const api = createApiClient(
    {
      fetch: ({ method, url, parameters }) => {
        const own = (parameters?.header ?? {}) as Record<string, string>;
        const headers = { authorization: `Bearer ${order.token}`, 'content-type': 'application/json', ...own };
        return fetch(url, { method, headers, body: JSON.stringify(parameters?.body) });
      },
    },
    order.url,
  );
  const header = order.key === undefined ? {} : { 'Idempotency-Key': order.key };
  const response =
    order.op === 'create'
      ? await api.post('/api/v1/payments/create', { body: order.create, header, withResponse: true })
      : order.op === 'fetch'
        ? await api.post('/api/v1/payments/fetch', { body: order.fetch, withResponse: true })
        : await api.post('/api/v1/payments/submit', { body: order.submit, withResponse: true });
  return response.status === 200 ? { invoice: response.data } : { status: response.status, problem: response.data };
});
