import type { Contract, Operation, Requirement } from '../../src/contract/contract.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';

/** The problem that a deployment with the feature `problem-details` returns. */
export interface ExpectedProblem {
  requirement: Requirement;
  code: string;
  /** For a problem with `validation_failed`: the expected item in `errors` for the wrong field. */
  item?: { pointer: string; code?: string };
}

/** A wrong request: the baseline with exactly one difference. */
export interface Violation {
  /** The end of the case's id, after the operation. */
  id: string;
  title: string;
  /** The name that the plan check uses for this kind of mistake; by default the first part of the id. */
  about?: string;
  /** The keyword that the request breaks, and where it is stated, such as `maxLength of returnUrl`. */
  constraint?: string;
  /** Further features to which the field belongs. A deployment that does not claim them need not know the field. */
  features?: string[];
  /** The requirement that a deployment breaks if it accepts the request. */
  requirement: Requirement;
  /** A JSON pointer into openapi.yaml. */
  pointer: string;
  member?: string;
  /** The kind of mistake, which decides the statuses that count as a refusal. */
  kind: 'credentials' | 'method' | 'input';
  /** Makes the wrong request from a valid body, and describes the difference in a line. `$TOKEN` stands for the run's `token`. */
  request(body: Record<string, unknown>, token: string): { spec: RequestSpec; difference: string };
  problem?: ExpectedProblem;
}

export type DeriveViolations = (contract: Contract, operation: Operation) => Violation[];
