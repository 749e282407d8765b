import type { Operation } from '../contract/contract.ts';
import type { RequestSpec } from '../http/exchange.ts';
import { jsonRequest } from '../http/json-request.ts';

/** Makes the request of an operation with this body. */
export function requestFor({ method, path }: Operation, body: unknown): RequestSpec {
  return { ...jsonRequest(path, body), method };
}
