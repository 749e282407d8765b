import type { ApiResponse } from './api-response.ts';

/**
 * Returns the JSON of a response as bytes, because frameworks add a charset to a string, which JSON does not have (RFC 8259 §11).
 */
export function writeBody({ body }: ApiResponse): Buffer | undefined {
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}
