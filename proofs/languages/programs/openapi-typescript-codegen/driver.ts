// Drives the fetch client that openapi-typescript-codegen generates.
import { ApiError, OpenAPI, PaymentsService } from './client/index.ts';
import { serve } from './harness.ts';

await serve(async (order) => {
  OpenAPI.BASE = order.url;
  OpenAPI.TOKEN = order.token;
  try {
    const invoice =
      order.op === 'create'
        ? await PaymentsService.createPayment(order.create, order.key)
        : order.op === 'fetch'
          ? await PaymentsService.fetchPayment(order.fetch)
          : await PaymentsService.submitReceipt(order.submit);
    return { invoice };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, problem: error.body };
  }
});
