import type { Problem, ProblemCode } from '../types.ts';

/** What is known of the answer that an error is about; nothing of it when there was no answer. */
export interface ErrorFacts {
  status?: number | undefined;
  headers?: Headers | undefined;
  problem?: Problem | undefined;
  cause?: unknown;
}

/**
 * What every call of the client throws, as one of its subclasses: `catch (error) { if (error instanceof PaymentApiError) … }`.
 * The one exception is a call that its own `signal` ended: that throws the signal's reason, as fetch does.
 * Never holds the token: it is masked where an answer repeats it.
 */
export class PaymentApiError extends Error {
  override name = 'PaymentApiError';
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** Stable name of the problem; undefined when the answer was not problem details. */
  readonly code: ProblemCode | undefined;
  /** Give this to whoever runs the service; undefined when the answer had none. */
  readonly requestId: string | undefined;
  /** The answer's headers; undefined when no answer came. */
  readonly headers: Headers | undefined;
  /** The answer's problem details (RFC 9457); undefined when it was something else. */
  readonly problem: Problem | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = facts.status;
    this.headers = facts.headers;
    this.problem = facts.problem;
    this.code = facts.problem?.code;
    this.requestId = facts.problem?.requestId ?? facts.headers?.get('x-request-id') ?? undefined;
  }
}
