import type { PaymentApiError } from '../errors/payment-api-error.ts';
import type { OperationId } from '../types.ts';

/** The part that all events share. */
export interface CallEvent {
  /** The same for all events of one call, over all its attempts; no other call of this process has it. */
  callId: string;
  /** The operation; of a path that this version's contract does not have, its method and path. */
  operation: OperationId;
}

/** An attempt is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** 1 for the first. */
  attempt: number;
  url: string;
  method: string;
  /** The headers that will be sent, without the token. Add what tracing needs: `event.headers.traceparent = …`. */
  headers: Record<string, string>;
}

/** An attempt was responded to. */
export interface ResponseEvent extends CallEvent {
  attempt: number;
  status: number;
  /** The service's name for this request. */
  requestId: string | undefined;
  /** Milliseconds from sending to the end of the response. */
  durationMs: number;
}

/** An attempt failed and another will be made. */
export interface RetryEvent extends CallEvent {
  /** The attempt that failed. */
  attempt: number;
  error: PaymentApiError;
  /** Milliseconds until the next one. */
  delayMs: number;
}

/** A call is over. */
export interface EndEvent extends CallEvent {
  attempts: number;
  /** Milliseconds, with every attempt and every wait. */
  durationMs: number;
  /** The error that the caller catches; undefined for a success. */
  error: unknown;
}

/**
 * Functions for logs, metrics and traces. No event holds a token, a receipt or a body.
 * What a hook throws goes to console.error: a broken log must not break a payment.
 */
export interface Hooks {
  /** Called before each attempt, synchronously with the first of a call. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after each response, whatever it is. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before each wait for another attempt. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called once for each call, after its last attempt. */
  onEnd?: ((event: EndEvent) => void) | undefined;
}
