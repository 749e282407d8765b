import type { ApiResponse } from './api-response.ts';

/** Writes the JSON of a response as bytes: to a string, a framework adds a charset that JSON does not have (RFC 8259 §11). */
export function writeBody({ body }: ApiResponse): Buffer | undefined {
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}
