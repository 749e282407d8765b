import type { Problem, ProblemCode, ProblemItem } from '../types.ts';
import { escapeText } from './escape-text.ts';
import { readRetryAfter } from './read-times.ts';

/** The facts that are known of a failed call. */
export interface ErrorFacts {
  cause?: unknown;
  status?: number;
  headers?: Headers;
  problem?: Problem | undefined;
  /** Of a mistake that was found before anything was sent. */
  code?: ProblemCode;
  errors?: ProblemItem[];
}

/**
 * The error that every call of the client throws, as one of its subclasses: `catch (error) { if (error instanceof PaymentApiError) … }`.
 * Never holds the token or a receipt: they are masked where a response repeats them.
 */
export class PaymentApiError extends Error {
  override readonly name: string = 'PaymentApiError';
  /** HTTP status; undefined when no response came. */
  declare readonly status: number | undefined;
  /** Stable name of the problem; undefined when the response was not problem details. */
  declare readonly code: ProblemCode | undefined;
  /** The service's name for the request: give it to whoever runs the service. Undefined when the response had none. */
  declare readonly requestId: string | undefined;
  /** The headers of the response; undefined when none came. */
  declare readonly headers: Headers | undefined;
  /** The problem details of the response (RFC 9457); undefined when it was something else. */
  declare readonly problem: Problem | undefined;
  /** Seconds that the service asks to wait before the next attempt (Retry-After, RFC 9110 §10.2.3); undefined when it did not say. */
  declare readonly retryAfterSeconds: number | undefined;
  /** How many attempts the call took; undefined for a mistake that was found before the first. */
  declare readonly attempts: number | undefined;
  /** The call's id in the events of hooks. */
  declare readonly callId: string | undefined;
  /** Of a create: pass it to createPayment with the same body, and this create is finished instead of a second one made. */
  declare readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    const { headers, problem } = facts;
    const requestId = problem?.requestId ?? headers?.get('x-request-id') ?? undefined;
    // Its words are in part those of a service, and messages are printed.
    super(escapeText(requestId ? `${message} (request id ${requestId})` : message), facts);
    Object.assign(this, { requestId, code: problem?.code, retryAfterSeconds: readRetryAfter(headers), ...facts });
  }

  /** Says in a log of JSON what happened: JSON.stringify leaves the message of an Error out. */
  toJSON(): object {
    return { ...this, message: this.message, headers: undefined, cause: this.cause && String(this.cause) };
  }
}
