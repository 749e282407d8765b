import { ConformanceError } from './conformance-error.ts';

/** Thrown where the contract demands a case that the suite cannot plan; the message says which, and where it is owed. */
export class PlanError extends ConformanceError {
  override name = 'PlanError';
}
