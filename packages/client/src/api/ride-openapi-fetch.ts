/**
 * The only importer of openapi-fetch, which is at its end of life. It builds every request of this package: URL, parameters in
 * path, query and header, body. The package exposes only its own types, so that openapi-fetch can be replaced here.
 */
import createOpenapiFetch from 'openapi-fetch';

/**
 * A request as openapi-fetch built it, used because the platform's own Request would cost more than everything else
 * that a call does here.
 */
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
  headers?: Record<string, string | undefined> | undefined;
}

/** Builds the request for a path of the contract, passes it to `send`, and returns what `send` returns. */
export type Ride = <T>(method: Method, path: string, parts: Parts, send: (request: BuiltRequest) => Promise<T>) => Promise<T>;

/** Replaces the platform's Request, and is likewise called with `new`. */
function makeRequest(url: string, init: Omit<BuiltRequest, 'url'>): BuiltRequest {
  return { ...init, url };
}

/** A call of openapi-fetch with any path. Its `response` is what `fetch` returned. */
type Call = <Fetched>(
  path: string,
  init: Parts & { fetch: (request: BuiltRequest) => Promise<Fetched> },
) => Promise<{ response: Fetched }>;

/** The function of openapi-fetch as it is used here. Its own type takes only a contract's paths and the platform's classes. */
type Create = (options: { baseUrl: string; Request: typeof makeRequest }) => Record<Method, Call>;

/**
 * Makes one openapi-fetch client. Each of its calls passes its own `fetch`, which sends the request, limits and repeats it, and
 * checks the response.
 */
export function createRide(baseUrl: string): Ride {
  // Callers have already checked the path against the contract.
  const client = (createOpenapiFetch as unknown as Create)({ baseUrl, Request: makeRequest });
  return async (method, path, parts, send) => {
    const { response } = await client[method](path, {
      ...parts,
      // `send` has read the response to its end. openapi-fetch does not read a 204 and passes this object on as it is.
      fetch: async (request) => ({ status: 204, headers: new Map(), made: await send(request) }),
    });
    return response.made;
  };
}
