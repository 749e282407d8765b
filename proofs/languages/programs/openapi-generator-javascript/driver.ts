// Drives the client that openapi-generator's javascript generates.
// @ts-expect-error: the client has no types
import { ApiClient, CreatePaymentRequest, FetchPaymentRequest, PaymentsApi, SubmitReceiptRequest } from './client/src/index.js';
import { serve } from './harness.ts';

await serve(async (order) => {
  const own = new ApiClient(order.url);
  own.authentications.bearerAuth.accessToken = order.token;
  const api = new PaymentsApi(own);
  try {
    const invoice = await (order.op === 'create'
      ? api.createPayment(CreatePaymentRequest.constructFromObject(order.create), { idempotencyKey: order.key })
      : order.op === 'fetch'
        ? api.fetchPayment(FetchPaymentRequest.constructFromObject(order.fetch))
        : api.submitReceipt(SubmitReceiptRequest.constructFromObject(order.submit)));
    return { invoice: { ...invoice, expiresAt: invoice.expiresAt.toISOString(), createdAt: invoice.createdAt.toISOString() } };
  } catch (error) {
    const { status = null, response } = error as { status?: number; response?: { type: string; body: object } };
    return { status, problem: response?.type.endsWith('json') ? response.body : undefined };
  }
});
