import type { ApiRequest } from './api-exchange.ts';
import { invalidToken, readBearerToken } from './read-bearer-token.ts';

/** One request on its way through openapi-backend. */
export interface Exchange {
  /** What openapi-backend is told of the request: as little as it needs to route and check it. */
  readonly request: { readonly method: string; readonly path: string; readonly headers: Record<string, string>; body?: unknown };
  readonly source: ApiRequest;
  readonly requestId: string;
  /** Once the path and the method are known to be an operation's. */
  operationId: string | undefined;
  /** Once authenticated. */
  principal: unknown;
  /** Why authentication did not succeed; kept, because what a security handler throws is lost. */
  failure: { readonly error: unknown } | undefined;
  /** Whether the request may go on; never rejects. */
  authenticate(): Promise<boolean>;
}

/** Starts an exchange. */
export function createExchange(source: ApiRequest, authenticate: (token: string) => Promise<unknown>): Exchange {
  const exchange: Exchange = {
    request: { method: source.method, path: source.path, headers: { 'content-type': 'application/json' } },
    source,
    requestId: source.requestId,
    operationId: undefined,
    principal: undefined,
    failure: undefined,
    async authenticate() {
      try {
        exchange.principal = await authenticate(readBearerToken(source));
        if (exchange.principal === undefined) throw invalidToken();
        return true;
      } catch (error) {
        exchange.failure = { error };
        return false;
      }
    },
  };
  return exchange;
}
