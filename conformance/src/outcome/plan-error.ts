import { ConformanceError } from './conformance-error.ts';

/**
 * Thrown where the contract demands a case that the suite cannot plan. The message says which case, and where it should be
 * declared.
 */
export class PlanError extends ConformanceError {
  override name = 'PlanError';
}
