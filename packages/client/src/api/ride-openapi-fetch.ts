/**
 * The only file that imports openapi-fetch. That library builds the package's requests, and has reached its end of life. The
 * package exposes only its own types, so that openapi-fetch can be replaced here. Version 0.8 is less than half the size of later
 * versions, and lacks only middleware and parameter styles that no call uses. Later versions also make a Request for `fetch`,
 * which would take most of a call's CPU time.
 */
import createOpenapiFetch from 'openapi-fetch';

/** A request as openapi-fetch builds it. */
export interface BuiltRequest {
  url: string;
  method: string;
  headers: Headers;
  /** Undefined for a request without a body: a GET must not have one, not even an empty one. */
  body?: string;
}

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

/** The parts of a request, as openapi-fetch takes them. */
export interface Parts {
  body?: unknown;
  params?: { header?: Record<string, string | undefined>; path?: object; query?: object } | undefined;
  headers?: Record<string, string | null | undefined> | undefined;
}

/** Builds the request for a path of the contract, passes it to `send`, and returns what `send` returns. */
export type Ride = <T>(method: Method, path: string, parts: Parts, send: (request: BuiltRequest) => Promise<T>) => Promise<T>;

/** openapi-fetch's function for one HTTP method. The `response` in its result is the object that the given `fetch` returned. */
type Call = <Fetched>(
  path: string,
  init: Parts & { fetch: (url: string, init: Omit<BuiltRequest, 'url'>) => Promise<Fetched> },
) => Promise<{ response: Fetched }>;

/** The type of openapi-fetch's default export, as it is used here. The original type accepts only the paths of one contract. */
type Create = (options: { baseUrl: string }) => Record<Method, Call>;

/**
 * Makes a function that builds requests with one openapi-fetch client. For each call, it gives openapi-fetch a `fetch` that only
 * passes the built request to `send`. `send` does all the rest: time limits, retries, and the checks of the response.
 */
export function createRide(baseUrl: string): Ride {
  // Callers have already checked the path against the contract.
  const client = (createOpenapiFetch as unknown as Create)({ baseUrl });
  return async (method, path, parts, send) => {
    const { response } = await client[method](path, {
      ...parts,
      // Null removes the Content-Type, which openapi-fetch writes even for a request without a body.
      ...(parts.body === undefined && { headers: { ...parts.headers, 'content-type': null } }),
      // `send` has read the whole response. The status 204 makes openapi-fetch return this object unchanged.
      fetch: async (url, init) => ({ status: 204, headers: new Map(), made: await send({ ...init, url }) }),
    });
    return response.made;
  };
}
