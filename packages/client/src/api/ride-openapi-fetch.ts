/**
 * The only importer of openapi-fetch, which is at its end of life. It builds every request of this package: URL, parameters in
 * path, query and header, body. The types of the package are its own, so that openapi-fetch can be replaced here.
 */
import type { paths } from '@payment-invoice/generated';
import createOpenapiFetch from 'openapi-fetch';

/** A request as openapi-fetch has built it. The platform's own Request costs more than all else that a call does here. */
export interface BuiltRequest {
  url: string;
  method: string;
  headers: Headers;
  /** Undefined for a request that has none: a GET may not have one, not even an empty one. */
  body?: string;
}

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

/** The parts of a request, as openapi-fetch takes them. */
export interface Parts {
  body?: unknown;
  params?: { header?: Record<string, string | undefined>; path?: object; query?: object } | undefined;
  headers?: Record<string, string | undefined>;
}

/** Builds the request of one path of the contract, and returns what `send` makes of it. */
export type Ride = <T>(method: Method, path: string, parts: Parts, send: (request: BuiltRequest) => Promise<T>) => Promise<T>;

/** Takes the place of the platform's Request, called with `new` as that is. */
function makeRequest(url: string, init: Omit<BuiltRequest, 'url'>): BuiltRequest {
  return { ...init, url };
}

/** A call of openapi-fetch by any path: whoever has one here has looked at the contract. */
type Call = (path: string, init: object) => Promise<{ response: unknown }>;

/** Makes one openapi-fetch client. Each of its calls brings a `fetch` of its own, which sends, limits, repeats and checks. */
export function createRide(baseUrl: string): Ride {
  const client = createOpenapiFetch<paths>({ baseUrl, Request: makeRequest as never });
  return async (method, path, parts, send) => {
    // The response was read to its end by `send`: openapi-fetch reads nothing of a 204, and hands it on as it is.
    const fetch = async (request: BuiltRequest) => ({ status: 204, headers: new Map(), made: await send(request) });
    const { response } = await (client[method] as unknown as Call)(path, { ...parts, fetch });
    return (response as { made: never }).made;
  };
}
