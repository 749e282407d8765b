import { readRetryAfter } from '../read-retry-after.ts';
import type { Problem, ProblemCode, ProblemItem } from '../types.ts';

/** What is known of the call that failed. */
export interface ErrorFacts {
  cause?: unknown;
  status?: number;
  headers?: Headers;
  problem?: Problem | undefined;
  /** Of a mistake that was found before anything was sent. */
  code?: ProblemCode;
  errors?: readonly ProblemItem[];
}

/**
 * What every call of the client throws, as one of its subclasses: `catch (error) { if (error instanceof PaymentApiError) … }`.
 * Never holds the token or a receipt: they are masked where an answer repeats them.
 */
export class PaymentApiError extends Error {
  override readonly name: string = 'PaymentApiError';
  /** HTTP status; undefined when no answer came. */
  declare readonly status: number | undefined;
  /** Stable name of the problem; undefined when the answer was not problem details. */
  declare readonly code: ProblemCode | undefined;
  /** Give this to whoever runs the service; undefined when the answer had none. */
  declare readonly requestId: string | undefined;
  /** The answer's headers; undefined when no answer came. */
  declare readonly headers: Headers | undefined;
  /** The answer's problem details (RFC 9457); undefined when it was something else. */
  declare readonly problem: Problem | undefined;
  /** Seconds that the service asks to wait before the next try (Retry-After, RFC 9110 §10.2.3); undefined when it did not say. */
  declare readonly retryAfterSeconds: number | undefined;
  /** Of a create: pass it to createPayment with the same body, and this create is finished instead of a second one made. */
  declare idempotencyKey?: string;

  constructor(message: string, facts: ErrorFacts = {}) {
    const { headers, problem } = facts;
    const requestId = problem?.requestId ?? headers?.get('x-request-id') ?? undefined;
    super(requestId ? `${message} (request id ${requestId})` : message, facts);
    Object.assign(this, { requestId, code: problem?.code, retryAfterSeconds: readRetryAfter(headers), ...facts });
  }
}
