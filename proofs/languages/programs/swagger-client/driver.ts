// Drives swagger-client, which reads the document at run time and has no types.
import { readFileSync } from 'node:fs';
// @ts-expect-error: nothing declares them
import SwaggerClient from 'swagger-client';
import { serve } from './harness.ts';

const spec = JSON.parse(readFileSync('payments.json', 'utf8'));

await serve(async (order) => {
  const authorizations = { bearerAuth: { value: order.token } };
  const client = await new SwaggerClient({ spec: { ...spec, servers: [{ url: order.url }] }, authorizations });
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
