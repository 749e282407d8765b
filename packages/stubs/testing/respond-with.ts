import type { ApiOptions } from '../src/api/api-options.ts';
import { createApi } from '../src/api/create-api.ts';
import type { ApiResponse } from '../src/response/api-response.ts';
import { exampleOptions, sketchRequest } from './example-api.ts';

/** The errors with which each hook was called. */
export interface Told {
  errors: unknown[];
  invalid: unknown[];
}

/**
 * Requests a response of fetch from an untyped handler.
 * @param times how often to request it; the last response is returned
 */
export async function respondWith(
  handler: () => unknown,
  options: Partial<ApiOptions<string>> = {},
  times = 1,
): Promise<{ response: ApiResponse & { code: string | undefined }; told: Told }> {
  const told: Told = { errors: [], invalid: [] };
  const api = await createApi({
    ...exampleOptions,
    handlers: { ...exampleOptions.handlers, fetchPayment: async () => handler() as never },
    onError: (error) => void told.errors.push(error),
    onInvalidResponse: (error, requestId) => void told.invalid.push([requestId, error]),
    ...options,
  });
  const ask = () => api.handle(sketchRequest({ path: '/api/v1/payments/fetch', body: { invoiceId: 'inv_1' } }));
  for (let asked = 1; asked < times; asked += 1) await ask();
  const response = await ask();
  return { response: { ...response, code: (response.body as { code?: string }).code }, told };
}
