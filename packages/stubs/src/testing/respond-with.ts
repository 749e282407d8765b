import type { ApiOptions } from '../api/api-options.ts';
import { createApi } from '../api/create-api.ts';
import type { ApiResponse } from '../response/api-response.ts';
import { exampleOptions, sketchRequest } from './example-api.ts';

/** The errors that each hook was called with. */
export interface Told {
  errors: unknown[];
  invalid: unknown[];
}

/** Asks for a response of fetch from a handler without types. */
export async function respondWith(
  handler: () => unknown,
  options: Partial<ApiOptions<string>> = {},
): Promise<{ response: ApiResponse & { code: string | undefined }; told: Told }> {
  const told: Told = { errors: [], invalid: [] };
  const api = await createApi({
    ...exampleOptions,
    handlers: { ...exampleOptions.handlers, fetchPayment: async () => handler() as never },
    onError: (error) => void told.errors.push(error),
    onInvalidResponse: (error, requestId) => void told.invalid.push([requestId, error]),
    ...options,
  });
  const response = await api.handle(sketchRequest({ path: '/api/v1/payments/fetch', body: { invoiceId: 'inv_1' } }));
  return { response: { ...response, code: (response.body as { code?: string }).code }, told };
}
