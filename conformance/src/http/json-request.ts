import { bearerToken } from '../text/marks.ts';
import type { RequestSpec } from './exchange.ts';

/** Makes a POST request with a JSON body and the run's token. */
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

/** Returns a copy of the request with a header set. Replaces headers of the same name. */
export function withHeader(spec: RequestSpec, name: string, value: string): RequestSpec {
  const others = spec.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...spec, headers: [...others, [name, value]] };
}

/** Returns a copy of the request with the idempotency key. Returns the request itself if `key` is undefined. */
export const withKey = (spec: RequestSpec, key: string | undefined): RequestSpec =>
  key === undefined ? spec : withHeader(spec, 'Idempotency-Key', key);
