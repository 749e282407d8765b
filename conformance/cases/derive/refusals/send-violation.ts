import { checkProblem } from '../../../src/checks/check-problem.ts';
import { type Contract, type Operation, requirementById } from '../../../src/contract/contract.ts';
import { type Exchange, hasSucceeded, type RequestSpec } from '../../../src/http/exchange.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { withEchoed } from '../../../src/subject/echoed-header.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import type { Violation } from '../../violations/violation.ts';

/** Sends a violation, only once in a run, and shares the exchange among the cases that ask for it. */
export async function sendViolation(
  subject: Subject,
  operation: Operation,
  violation: Violation,
): Promise<{ exchange: Exchange; difference: string; accepted: boolean }> {
  const { body, accepted } = await baselineOf(subject, operation);
  const { spec, difference } = violation.request(body, subject.settings.token);
  const exchange = await subject.share(`${operation.slug}/${violation.id}`, () => subject.send(withEchoed(operation, spec)));
  return { exchange, difference, accepted };
}

export const withoutHeader = (name: string, { headers, ...spec }: RequestSpec): RequestSpec => ({
  ...spec,
  headers: headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase()),
});

/** Checks that a request did not succeed. `about` says what is wrong with the request. */
export const judgeNoSuccess = (
  contract: Contract,
  requirement: string,
  exchange: Exchange,
  about: Partial<Pick<Finding, 'member' | 'difference' | 'expected'>>,
): Finding[] =>
  hasSucceeded(exchange) ? broken(contract, requirement, { ...insteadOf('no success: 401', exchange), ...about }) : [];

/** Checks that a refusal reports the problem with this code, if the deployment claims problem-details. */
export function judgeCode(
  contract: Contract,
  features: ReadonlySet<string>,
  id: string,
  code: string,
  exchange: Exchange,
): Finding[] {
  if (!features.has('problem-details')) return [];
  const requirement = requirementById(contract, id);
  return checkProblem(contract, { pointer: requirement.pointer, problem: { requirement, code } }, exchange);
}
