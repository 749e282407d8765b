// Drives the fetch client that NSwag generates.
import { randomUUID } from 'node:crypto';
import { serve } from './harness.ts';
import { ApiException, Client, CreatePaymentRequest, FetchPaymentRequest, SubmitReceiptRequest } from './payments.ts';

await serve(async (order) => {
  // Sends the token, because the generated code does not. Also passes `fetch`, which the code would take from a browser's
  // `window`.
  const authorized: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), authorization: `Bearer ${order.token}` } });
  const client = new Client(order.url, { fetch: authorized });
  try {
    const {
      expiresAt,
      createdAt,
      receiptId = null,
      paidAmount = null,
      returnUrl = null,
      ...others
    } = await (order.op === 'create'
      ? // Without a key it sends an empty one, which is refused.
        client.createPayment(order.key ?? randomUUID(), new CreatePaymentRequest({ isWhiteLabel: false, ...order.create }))
      : order.op === 'fetch'
        ? client.fetchPayment(new FetchPaymentRequest(order.fetch))
        : client.submitReceipt(new SubmitReceiptRequest(order.submit)));
    const times = { expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() };
    return { invoice: { ...others, ...times, receiptId, paidAmount, returnUrl } };
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    // If the document does not declare the status, the client returns the body as text, which has to be parsed.
    const isJson = error.headers['content-type']?.includes('json');
    return { status: error.status, problem: error.result ?? (isJson ? JSON.parse(error.response) : undefined) };
  }
});
