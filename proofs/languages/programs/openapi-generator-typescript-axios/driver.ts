// Drives the client that openapi-generator's typescript-axios generates.
import { Configuration, PaymentsApi } from './client/index.ts';
import { serve } from './harness.ts';

await serve(async (order) => {
  const api = new PaymentsApi(new Configuration({ basePath: order.url, accessToken: order.token }));
  const options = { validateStatus: () => true };
  const { status, data } =
    order.op === 'create'
      ? await api.createPayment(order.create, order.key, options)
      : order.op === 'fetch'
        ? await api.fetchPayment(order.fetch, options)
        : await api.submitReceipt(order.submit, options);
  return status === 200 ? { invoice: data } : { status, problem: data };
});
