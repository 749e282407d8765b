import type { ProblemItem } from '../types.ts';
import { type ErrorFacts, PaymentApiError } from './payment-api-error.ts';

/** 422 `validation_failed`: fields of the body are missing, unknown, or not what they must be. An inexact amount is one before it is sent. */
export class ValidationError extends PaymentApiError {
  override readonly name = 'ValidationError';
  /** 422; undefined when the mistake was found before anything was sent. */
  declare readonly status: 422 | undefined;
  declare readonly code: 'validation_failed' | undefined;
  /** The mistakes, with the fields that they are in; empty when the service did not say. */
  declare readonly errors: ProblemItem[];

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { errors: facts.problem?.errors ?? [], ...facts });
  }
}
