import type { FetchResponse } from '../http/read-text.ts';
import type { Clock } from './clock.ts';
import type { Hooks } from './hooks.ts';

/** The part of a request that a fetch is given beside the URL. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  /** Null only where the raw client sends a request that has none. */
  body: string | null;
  redirect: 'manual';
  signal: AbortSignal;
}

/** Sends one request, as the global fetch does. undici's fetch is one as well. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The reason why a token is asked for. */
export interface TokenRequest {
  /** 1 for a call's first attempt. */
  attempt: number;
  /** The token that the service has just refused with 401: fetch a new one instead of taking it from a cache. */
  refusedToken: string | undefined;
}

/** The account's token, or a function that gives it before each attempt, for tokens that change. */
export type Token = string | ((request: TokenRequest) => string | Promise<string>);

/** Limits of time and number: for every call in createClient's options, for one call in its own. */
export interface Limits {
  /** Milliseconds until a call, its retries and waits included, is given up. 60000 when absent. */
  timeoutMs?: number | undefined;
  /** Milliseconds until one attempt, its response read to the end, is given up. 20000 when absent. */
  attemptTimeoutMs?: number | undefined;
  /** How often a call that failed in passing is sent again; 0 turns retries off. 3 when absent. */
  maxRetries?: number | undefined;
}

/** The options of createClient. */
export interface ClientOptions extends Limits {
  /** The address of the service, without `/api/v1`: `https://payments.example`. */
  baseUrl: string;
  /** The account's token, or a function that gives it. After a 401 the function is asked once more, with `refusedToken`. */
  token: Token;
  /** Headers of each request, beside those that the client sets itself. */
  headers?: Record<string, string | undefined> | undefined;
  /** Sends the requests instead of the global fetch: for proxies, agents, tests. It is given the token. */
  fetch?: Fetch | undefined;
  /**
   * How many retries all calls together may spend; 100 when absent. What a call spent comes back when it succeeds, each success
   * earns a tenth of a retry, and an empty budget fills within ten minutes: a service that is down gets few requests more.
   */
  retryBudget?: number | undefined;
  /**
   * Says whether the deployment claims the contract's feature `idempotency`; true when absent. **A deployment without it ignores
   * the Idempotency-Key, and a create that is sent again makes a second invoice there.** With false a create is sent again only
   * after a 429 or 401, which say that it was not carried out, and carries no key. Only `true` counts as true.
   */
  idempotency?: boolean | undefined;
  /** The origins where payers may be sent, such as `https://pay.example`; an invoice whose `paymentUrl` is elsewhere is refused. Any when absent. */
  paymentOrigins?: readonly string[] | undefined;
  /** The most bytes that a response may have, decompressed. 1048576, 1 MiB, when absent. */
  maxResponseBytes?: number | undefined;
  /** Functions that are called at each request, response, retry and end. */
  hooks?: Hooks | undefined;
  /** Time and chance, for tests: `makeHandClock()` of `@payment-invoice/client/testing`. The machine's when absent. */
  clock?: Clock | undefined;
}

/** The options of one call; they go before the client's. */
export interface CallOptions extends Limits {
  /** Ends the call, whether it is sending or waiting to send again; it then throws an AbortError. Whether it took effect is unknown. */
  signal?: AbortSignal | undefined;
  /** Headers of this call's requests, beside the client's. */
  headers?: Record<string, string | undefined> | undefined;
  /** Another token than the client's, for a client that serves several accounts. */
  token?: Token | undefined;
}

/** The options of an operation that takes an Idempotency-Key. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters other than the double quote that stand for this create: the same key with the same body makes one invoice, however
   * often it is sent within 24 hours, at a deployment that claims the feature `idempotency`. Made for each call when absent;
   * give your own, an order number for example, to outlive a crash.
   */
  idempotencyKey?: string | undefined;
}
