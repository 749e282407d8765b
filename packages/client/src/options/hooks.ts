import type { PaymentApiError } from '../errors/payment-api-error.ts';
import type { OperationId } from '../types.ts';

/** The fields that all events share. */
export interface CallEvent {
  /** The call's id: the same in all events of a call, over all its attempts, and unique in this process. */
  callId: string;
  /** The operation's id; for a path that this version's contract does not have, its method and path. */
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
  /** Duration in milliseconds, with all attempts and waits. */
  durationMs: number;
  /** The error that the caller catches; undefined for a success. */
  error: unknown;
}

/**
 * Functions for logs, metrics and traces. No event holds a token, a receipt or a body.
 * What a hook throws goes to console.error, because a broken log must not break a payment.
 */
export interface Hooks {
  /** Called before each attempt; before a call's first attempt, synchronously. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after each response, whatever its status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before each wait for another attempt. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called once for each call, after its last attempt. */
  onEnd?: ((event: EndEvent) => void) | undefined;
}
