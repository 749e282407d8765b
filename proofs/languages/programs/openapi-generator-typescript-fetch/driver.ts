// Drives the client that openapi-generator's typescript-fetch generates.
import { Configuration, type PaymentInvoice, PaymentsApi, ProblemFromJSON, ResponseError } from './client/index.js';
import { serve } from './harness.ts';

// The client returns times as `Date` objects.
const write = (read: PaymentInvoice) => ({
  ...read,
  expiresAt: read.expiresAt.toISOString(),
  createdAt: read.createdAt.toISOString(),
});

await serve(async (order) => {
  const api = new PaymentsApi(new Configuration({ basePath: order.url, accessToken: order.token }));
  try {
    const invoice =
      order.op === 'create'
        ? await api.createPayment({ createPaymentRequest: order.create, idempotencyKey: order.key })
        : order.op === 'fetch'
          ? await api.fetchPayment({ fetchPaymentRequest: order.fetch })
          : await api.submitReceipt({ submitReceiptRequest: order.submit });
    return { invoice: write(invoice) };
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const { response } = error;
    const body = await response.json().catch(() => undefined);
    return { status: response.status, problem: body && ProblemFromJSON(body) };
  }
});
