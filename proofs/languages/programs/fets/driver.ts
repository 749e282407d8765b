// Drives feTS's client, which takes its types from the document itself.
import { createClient, type NormalizeOAS } from 'fets';
import { serve } from './harness.ts';
import type document from './payments.ts';

await serve(async (order) => {
  // In the types of feTS, `endpoint` must be the URL of the document's server, so any other URL needs a cast.
  const endpoint = order.url as 'http://127.0.0.1:8080';
  const client = createClient<NormalizeOAS<typeof document>>({ endpoint });
  const headers = {
    Authorization: `Bearer ${order.token}` as const,
    ...(order.key !== undefined && { 'Idempotency-Key': order.key }),
  };
  const response =
    order.op === 'create'
      ? await client['/api/v1/payments/create'].post({ json: { isWhiteLabel: false, ...order.create }, headers })
      : order.op === 'fetch'
        ? await client['/api/v1/payments/fetch'].post({ json: order.fetch, headers })
        : await client['/api/v1/payments/submit'].post({ json: order.submit, headers });
  if (response.status === 200) return { invoice: await response.json() };
  const isJson = (response as Response).headers.get('content-type')?.includes('json');
  return { status: response.status, problem: isJson ? await response.json() : undefined };
});
