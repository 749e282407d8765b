import type { Contract, Operation, Requirement } from '../../src/contract/contract.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';

/** The problem that a deployment with the feature `problem-details` answers. */
export interface ExpectedProblem {
  /** The requirement that says so. */
  requirement: Requirement;
  code: string;
  /** With `validation_failed`: the item that names the member. */
  item?: { pointer: string; code?: string };
}

/** One way to get a request wrong: the baseline with exactly one difference. */
export interface Violation {
  /** What follows the operation in the case's id. */
  id: string;
  title: string;
  /** What the deployment breaks when it answers with success. */
  requirement: Requirement;
  /** JSON pointer into openapi.yaml. */
  pointer: string;
  member?: string;
  /** What the difference is about, which decides what counts as a refusal. */
  kind: 'credentials' | 'method' | 'input';
  /**
   * Makes the request from a body that would be accepted, and says in one line what is different.
   *
   * @param token the run's, which the request names as `$TOKEN`
   */
  request(body: Record<string, unknown>, token: string): { spec: RequestSpec; difference: string };
  problem?: ExpectedProblem;
}

/** Makes the violations of one operation. */
export type DeriveViolations = (contract: Contract, operation: Operation) => Violation[];
