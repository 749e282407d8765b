import type { Contract, Operation, Requirement } from '../../src/contract/contract.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';

/** The problem that a deployment with the feature `problem-details` returns. */
export interface ExpectedProblem {
  requirement: Requirement;
  code: string;
  /** With `validation_failed`, the item that names the field. */
  item?: { pointer: string; code?: string };
}

/** A wrong request: the baseline with exactly one difference. */
export interface Violation {
  /** The part of the case's id after the operation. */
  id: string;
  title: string;
  /** The kind of mistake, by the name that the check of the plan uses; the first part of the id unless given. */
  about?: string;
  /** The keyword that the request breaks and the value that the keyword applies to, such as `maxLength of returnUrl`. */
  constraint?: string;
  /** Features that a server must claim to know the field, besides the feature of the requirement. */
  features?: string[];
  /** The requirement that a success breaks. */
  requirement: Requirement;
  /** JSON pointer into openapi.yaml. */
  pointer: string;
  member?: string;
  /** The kind of the difference, which decides what counts as a refusal. */
  kind: 'credentials' | 'method' | 'input';
  /**
   * Makes the request from a body that would be accepted, and describes the difference on one line.
   * @param token the run's token, which the request names as `$TOKEN`
   */
  request(body: Record<string, unknown>, token: string): { spec: RequestSpec; difference: string };
  problem?: ExpectedProblem;
}

export type DeriveViolations = (contract: Contract, operation: Operation) => Violation[];
