/**
 * The calls by name as they would be on openapi-fetch: it builds the request and types the result from `paths`, and the client's
 * limits, retries, checks and errors live in the `fetch` that it is given. Kept to be measured; ARCHITECTURE says what came of it.
 */
import type { paths } from '@payment-invoice/generated';
import createOpenapiFetch from 'openapi-fetch';
import { sendCall } from '../src/call/send-call.ts';
import type { ClientOptions } from '../src/options/client-options.ts';
import { readOptions } from '../src/options/read-options.ts';
import type { PaymentInvoice } from '../src/types.ts';

/** The part of a Request that openapi-fetch and the `fetch` below use: the platform's own costs more than the rest of a call. */
class LightRequest {
  url: string;
  method: string;
  body: string;

  constructor(url: string, { method, body }: { method: string; body: string }) {
    this.url = url;
    this.method = method;
    this.body = body;
  }
}

/** Makes a client that can create. */
export function createRidingClient(
  options: ClientOptions,
): (body: { cashTag: string; amount: number }) => Promise<PaymentInvoice> {
  const checked = readOptions(options);
  const bare = createOpenapiFetch<paths>({
    baseUrl: checked.baseUrl,
    Request: LightRequest as unknown as typeof Request,
    fetch: async (request) => {
      const { body } = request as unknown as LightRequest;
      const invoice = await sendCall({
        ...checked,
        id: crypto.randomUUID(),
        operation: 'createPayment',
        fields: JSON.parse(body),
        body,
        secrets: [],
        idempotencyKey: crypto.randomUUID(),
        isRepeatable: true,
        signal: undefined,
      });
      const headers = new Headers({ 'content-length': '1' });
      return { ok: true, status: 200, headers, json: async () => invoice } as Response;
    },
  });
  return async (body) => {
    const { data } = await bare.POST('/api/v1/payments/create', { body });
    return data as PaymentInvoice;
  };
}
