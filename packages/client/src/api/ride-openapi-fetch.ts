/**
 * The only file that imports openapi-fetch, which builds the package's requests and has reached its end of life. The package
 * exposes only its own types, so that openapi-fetch can be replaced here.
 */
import createOpenapiFetch from 'openapi-fetch';

/** A request as openapi-fetch builds it, instead of the platform's Request, which would take most of a call's CPU time. */
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

/** Takes the place of the platform's Request. openapi-fetch calls it with `new`. */
function makeRequest(url: string, init: Omit<BuiltRequest, 'url'>): BuiltRequest {
  return { ...init, url };
}

/** openapi-fetch's function for one HTTP method. It returns the `response` that the given `fetch` has returned. */
type Call = <Fetched>(
  path: string,
  init: Parts & { fetch: (request: BuiltRequest) => Promise<Fetched> },
) => Promise<{ response: Fetched }>;

/** The part of openapi-fetch's default export that is used here. Its own type takes the paths of one contract only. */
type Create = (options: { baseUrl: string; Request: typeof makeRequest }) => Record<Method, Call>;

/**
 * Makes a function that builds requests with one openapi-fetch client. For each call, it gives openapi-fetch a `fetch` that only
 * passes the built request to `send`. `send` does all the rest: time limits, retries, and the checks of the response.
 */
export function createRide(baseUrl: string): Ride {
  // Callers have already checked the path against the contract.
  const client = (createOpenapiFetch as unknown as Create)({ baseUrl, Request: makeRequest });
  return async (method, path, parts, send) => {
    const { response } = await client[method](path, {
      ...parts,
      // `send` has read the whole response. The status 204 makes openapi-fetch return this object unchanged.
      fetch: async (request) => ({ status: 204, headers: new Map(), made: await send(request) }),
    });
    return response.made;
  };
}
