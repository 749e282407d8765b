import { readRetryAfter } from '../read-retry-after.ts';
import { type ErrorFacts, PaymentApiError } from './payment-api-error.ts';

/** 429: too many requests. */
export class RateLimitError extends PaymentApiError {
  override name = 'RateLimitError';
  /** Seconds that the service asks to wait before the next try (Retry-After, RFC 9110 §10.2.3); undefined when it did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, facts);
    this.retryAfterSeconds = readRetryAfter(facts.headers);
  }
}
