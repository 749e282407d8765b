import type { PaymentApiError } from '../errors/payment-api-error.ts';
import type { FetchResponse } from '../http/read-text.ts';
import type { OperationId } from '../types.ts';
import type { Clock } from './clock.ts';

/** The options that the client passes to `fetch` after the URL. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  /** Null only when the raw client sends a request without a body. */
  body: string | null;
  redirect: 'manual';
  signal: AbortSignal;
}

/** Sends one request, like the global fetch. The fetch of undici has this type too. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The facts about an attempt that the client passes to a token function. */
export interface TokenRequest {
  /** 1 for a call's first attempt. */
  attempt: number;
  /** The token that the service has just refused with 401. Fetch a new token instead of taking this one from a cache again. */
  refusedToken: string | undefined;
}

/** The account's token, or, for tokens that change, a function that returns it before each attempt. */
export type Token = string | ((request: TokenRequest) => string | Promise<string>);

/** Limits of time, retries and size. createClient's options apply to every call, and a call's own options to that call. */
export interface Limits {
  /** Milliseconds after which a call fails with a TimeoutError, retries and waits included. 60000 when absent. */
  timeoutMs?: number | undefined;
  /** Milliseconds after which one attempt fails, including the time to read its response. 20000 when absent. */
  attemptTimeoutMs?: number | undefined;
  /** The maximum number of retries of a call after temporary failures. 0 turns retries off. Defaults to 3. */
  maxRetries?: number | undefined;
  /** The maximum size of a response in bytes after decompression. 1048576 (1 MiB) when absent. */
  maxResponseBytes?: number | undefined;
}

/** The options of createClient. */
export interface ClientOptions extends Limits {
  /** The address of the service, without `/api/v1`: `https://payments.example`. */
  baseUrl: string;
  /** The account's token, or a function that returns it. After a 401 the function is called once more, with `refusedToken`. */
  token: Token;
  /** Headers of each request, in addition to those that the client sets itself. */
  headers?: Record<string, string | undefined> | undefined;
  /** A function that sends the requests instead of the global fetch, for proxies, agents or tests. It can read the token. */
  fetch?: Fetch | undefined;
  /**
   * The number of retries that all calls together may use; 100 when absent. A call that succeeds gives back those that it used,
   * and a tenth of a retry more. An empty budget refills within ten minutes. So a service that is down gets few extra requests.
   */
  retryBudget?: number | undefined;
  /**
   * Says whether the deployment claims the contract's feature `idempotency`; true when absent. **A deployment without it ignores
   * the Idempotency-Key, so sending createPayment again makes a second invoice there.** With false, createPayment sends no key,
   * and is repeated only after a 429 or 401, because then no invoice was made. Any value but `true` counts as false.
   */
  idempotency?: boolean | undefined;
  /** Origins that a `paymentUrl` may have, such as `https://pay.example`. Any other is an error. When absent, all are allowed. */
  paymentOrigins?: readonly string[] | undefined;
  /** Functions that are called at each request, response and retry, and at the end of each call. */
  hooks?: Hooks | undefined;
  /** The source of time and random numbers. For tests: `makeHandClock()` of `@payment-invoice/client/testing`. */
  clock?: Clock | undefined;
}

/** The options of one call, which override the client's. */
export interface CallOptions extends Limits {
  /** A signal that aborts the call, or its wait for a retry, with an AbortError. Whether the call took effect is unknown. */
  signal?: AbortSignal | undefined;
  /** Headers of this call's requests, in addition to the client's. */
  headers?: Record<string, string | undefined> | undefined;
  /** A token to use instead of the client's, when one client serves several accounts. */
  token?: Token | undefined;
}

/** The options of an operation that takes an Idempotency-Key. */
export interface CreateOptions extends CallOptions {
  /**
   * A key for this call: 1 to 255 visible ASCII characters other than the double quote. Calls with the same key and body within
   * 24 hours make only one invoice, provided that the deployment claims the feature `idempotency`. When absent, the client makes
   * a key for each call. Pass your own, for example an order number, if you must be able to repeat the call after a crash.
   */
  idempotencyKey?: string | undefined;
}

/** The fields that all events share. */
export interface CallEvent {
  /** The call's id: the same in all events of a call, over all its attempts, and unique in this process. */
  callId: string;
  /** The operation's id; if this version's contract lacks the operation, the method and path of the call. */
  operation: OperationId;
}

/** Sent to onRequest: an attempt is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** 1 for the first attempt. */
  attempt: number;
  url: string;
  method: string;
  /** The headers that will be sent, without the token. Add what tracing needs: `event.headers.traceparent = …`. */
  headers: Record<string, string>;
}

/** Sent to onResponse: an attempt got a response. */
export interface ResponseEvent extends CallEvent {
  attempt: number;
  status: number;
  /** The service's id for this request. */
  requestId: string | undefined;
  /** Milliseconds from sending to the end of the response. */
  durationMs: number;
}

/** Sent to onRetry: an attempt failed and the client will make another. */
export interface RetryEvent extends CallEvent {
  /** The attempt that failed. */
  attempt: number;
  error: PaymentApiError;
  /** Milliseconds until the next attempt. */
  delayMs: number;
}

/** Sent to onEnd: a call is over. */
export interface EndEvent extends CallEvent {
  attempts: number;
  /** The duration of the call in milliseconds, including all attempts and waits. */
  durationMs: number;
  /** The error that the caller catches; undefined for a success. */
  error: unknown;
}

/**
 * Functions for logs, metrics and traces. No event contains a token, a receipt or a body. If a hook throws, the error is written
 * to console.error and the call goes on, because a broken log must not break a payment.
 */
export interface Hooks {
  /** Called before each attempt; synchronously before the first attempt of a call. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after each response, whatever its status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before each wait for another attempt. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called once for each call, after its last attempt. */
  onEnd?: ((event: EndEvent) => void) | undefined;
}
