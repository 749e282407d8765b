/**
 * The only importer of openapi-fetch, which is at its end of life. It builds every request of this package: URL, parameters in
 * path, query and header, body. The types of the package are its own, so that openapi-fetch can be replaced here.
 */
import type { paths } from '@payment-invoice/generated';
import createOpenapiFetch from 'openapi-fetch';

/** A request as openapi-fetch has built it. The platform's own Request costs more than all else that a call does here. */
export class BuiltRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** Null for a request that has none: a GET may not have one, not even an empty one. */
  readonly body: string | null;

  constructor(url: string, { method, headers, body = null }: Omit<BuiltRequest, 'url'>) {
    this.url = url;
    this.method = method;
    this.headers = headers;
    this.body = body;
  }
}

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

/** The parts of a request, as openapi-fetch takes them. */
export interface Parts {
  body?: unknown;
  params?: { header?: Record<string, string | undefined>; path?: object; query?: object } | undefined;
  headers?: Record<string, string>;
}

/** Builds the request of one path of the contract, and returns what `send` makes of it. */
export type Ride = <T>(method: Method, path: string, parts: Parts, send: (request: BuiltRequest) => Promise<T>) => Promise<T>;

/** A call of openapi-fetch by any path: whoever has one here has looked at the contract. */
type Call = (path: string, init: object) => Promise<{ data?: unknown }>;

/** Makes one openapi-fetch client. Each of its calls brings a `fetch` of its own, which sends, limits, repeats and checks. */
export function createRide(baseUrl: string): Ride {
  const client = createOpenapiFetch<paths>({ baseUrl, Request: BuiltRequest as never });
  return async (method, path, parts, send) => {
    // A response was read to its end by `send`: what it gave travels as the body, and comes out as the data.
    const fetch = async (request: unknown) => {
      const body = await send(request as BuiltRequest);
      return { ok: true, status: 200, headers: { get: () => null }, body };
    };
    const call = client[method] as unknown as Call;
    return (await call(path, { ...parts, parseAs: 'stream', fetch })).data as never;
  };
}
