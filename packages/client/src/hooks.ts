import type { PaymentApiError } from './errors/payment-api-error.ts';
import type { OperationId } from './operations.ts';

/** One attempt, about to be sent. */
export interface RequestEvent {
  operation: OperationId;
  /** 1 for the first. */
  attempt: number;
  url: string;
  /** What will be sent, without the token. Add to it what tracing needs: `event.headers.traceparent = …`. */
  headers: Record<string, string>;
}

/** The answer to one attempt, whatever it is. */
export interface ResponseEvent {
  operation: OperationId;
  attempt: number;
  status: number;
  /** The service's name for this exchange. */
  requestId: string | undefined;
  /** From sending to the end of the answer. */
  durationMs: number;
}

/** An attempt failed and another will be made. */
export interface RetryEvent {
  operation: OperationId;
  /** The attempt that failed. */
  attempt: number;
  error: PaymentApiError;
  /** Until the next one. */
  delayMs: number;
}

/** A call is over. */
export interface EndEvent {
  operation: OperationId;
  attempts: number;
  /** With every attempt and every wait. */
  durationMs: number;
  /** What the caller gets to catch; undefined for a success. */
  error: unknown;
}

/**
 * For logs, metrics and traces. No event holds a token, a receipt or a body.
 * What a hook throws goes to console.error: a broken log must not break a payment.
 */
export interface Hooks {
  onRequest?: (event: RequestEvent) => void;
  onResponse?: (event: ResponseEvent) => void;
  onRetry?: (event: RetryEvent) => void;
  onEnd?: (event: EndEvent) => void;
}

/** Calls a hook, if there is one. */
export function callHook<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  // Async, so that what the hook throws and what its promise rejects with end in one place; it starts at once all the same.
  if (hook) (async () => hook(event))().catch(console.error);
}
