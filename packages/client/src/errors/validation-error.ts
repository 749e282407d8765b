import type { ProblemItem } from '../types.ts';
import { type ErrorFacts, PaymentApiError } from './payment-api-error.ts';

/**
 * 422 `validation_failed`: fields of the body are missing, unknown or wrong. The client itself throws it for an inexact amount,
 * before anything is sent.
 */
export class ValidationError extends PaymentApiError {
  override readonly name = 'ValidationError';
  /** 422; undefined when the mistake was found before anything was sent. */
  declare readonly status: 422 | undefined;
  declare readonly code: 'validation_failed' | undefined;
  /** The mistakes, each with the field it is in; empty when the service did not name them. */
  declare readonly errors: ProblemItem[];

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { errors: facts.problem?.errors ?? [], ...facts });
  }
}
