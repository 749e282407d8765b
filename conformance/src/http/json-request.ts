import type { RequestSpec } from './exchange.ts';

/** Makes a POST with a JSON body and the token. */
export function jsonRequest(path: string, body: unknown): RequestSpec {
  return {
    method: 'POST',
    path,
    headers: [
      ['Authorization', 'Bearer $TOKEN'],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(body),
  };
}
