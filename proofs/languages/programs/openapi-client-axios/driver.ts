// Drives openapi-client-axios, which reads the document at run time.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serve } from './harness.ts';

// The package is installed in the program's own folder, not in `proofs/languages`, so it is not imported in the usual way.
const { OpenAPIClientAxios } = createRequire(import.meta.url)('openapi-client-axios');
const definition = JSON.parse(readFileSync('payments.json', 'utf8'));

await serve(async (order) => {
  const headers = { authorization: `Bearer ${order.token}`, ...(order.key !== undefined && { 'Idempotency-Key': order.key }) };
  const axiosConfigDefaults = { baseURL: order.url, validateStatus: () => true, headers };
  const client = await new OpenAPIClientAxios({ definition, axiosConfigDefaults }).getClient();
  const operation = { create: 'createPayment', fetch: 'fetchPayment', submit: 'submitReceipt' }[order.op];
  const { status, data } = (await client[operation]?.(undefined, order[order.op])) ?? {};
  return status === 200 ? { invoice: data } : { status: status ?? null, problem: data };
});
