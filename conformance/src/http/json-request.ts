import { bearerToken } from '../text/marks.ts';
import type { RequestSpec } from './exchange.ts';

/** Makes a POST with a JSON body and the token. */
export function jsonRequest(path: string, body: unknown): RequestSpec {
  return {
    method: 'POST',
    path,
    headers: [
      ['Authorization', bearerToken],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(body),
  };
}

/** Gives a request a header in place of one that it has by that name. */
export function withHeader(spec: RequestSpec, name: string, value: string): RequestSpec {
  const others = spec.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...spec, headers: [...others, [name, value]] };
}
