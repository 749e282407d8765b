// Drives swagger-client, which reads the document at run time and has no types.
import { readFileSync } from 'node:fs';
// @ts-expect-error: nothing declares them
import SwaggerClient from 'swagger-client';
import { serve } from './harness.ts';

const spec = JSON.parse(readFileSync('payments.json', 'utf8'));

const clients = new Map();

/** Opens a client once for each URL and token, because each client resolves the whole document. */
function open({ url, token }: { url: string; token: string }) {
  const key = `${url} ${token}`;
  const options = { spec: { ...spec, servers: [{ url }] }, authorizations: { bearerAuth: { value: token } } };
  if (!clients.has(key)) clients.set(key, new SwaggerClient(options));
  return clients.get(key);
}

await serve(async (order) => {
  const client = await open(order);
  const operation = { create: 'createPayment', fetch: 'fetchPayment', submit: 'submitReceipt' }[order.op];
  const headers = order.key === undefined ? {} : { 'Idempotency-Key': order.key };
  try {
    const { body } = await client.apis.Payments[operation](headers, { requestBody: order[order.op] });
    return { invoice: body };
  } catch (error) {
    const { status = null, response } = error as { status?: number; response?: { body?: unknown } };
    return { status, problem: response?.body };
  }
});
