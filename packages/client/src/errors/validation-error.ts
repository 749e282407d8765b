import type { ProblemItem } from '../types.ts';
import { type ErrorFacts, PaymentApiError } from './payment-api-error.ts';

/** 422 `validation_failed`: members of the body are missing, unknown, or not what they must be. An inexact amount is one before it is sent. */
export class ValidationError extends PaymentApiError {
  override readonly name = 'ValidationError';
  /** What is wrong with which member; empty when the service did not say. */
  declare readonly errors: readonly ProblemItem[];

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { errors: facts.problem?.errors ?? [], ...facts });
  }
}
