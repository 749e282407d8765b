import { readRetryAfter } from '../read-retry-after.ts';
import { type ErrorFacts, PaymentApiError } from './payment-api-error.ts';

/** 5xx: the service failed or cannot answer now. */
export class ServerError extends PaymentApiError {
  override name = 'ServerError';
  /** Seconds that the service asks to wait before the next try (Retry-After, RFC 9110 §10.2.3); undefined when it did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, facts);
    this.retryAfterSeconds = readRetryAfter(facts.headers);
  }
}
