import { checkProblem, type ExpectedItem } from '../../../src/checks/check-problem.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { type Contract, type Operation, requirementAbout, requirementById } from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Finding } from '../../../src/outcome/finding.ts';

export interface RefusedValue {
  /** The requirement that a deployment breaks if it accepts the value. */
  requirement: string;
  member: string;
  /** The keys that lead from the field's value to the wrong value in it. */
  path?: readonly string[];
  difference: string;
  /** The code of the item in `errors` for this field, or a list of codes if any of them is right. */
  code?: ExpectedItem['code'];
}

/** Returns the requirements, besides its own, that a case with judgeRefusedValue covers. */
export const refusedValueCovers = (operation: Operation): string[] => [
  'bad-input-is-no-server-error',
  requirementAbout(operation, 'validation').id,
  'problem-names-members',
];

/** Checks that a request with a wrong value is refused and, if problem-details is claimed, that the problem names the field. */
export function judgeRefusedValue(
  contract: Contract,
  operation: Operation,
  features: ReadonlySet<string>,
  { requirement, member: field, path = [], difference, code }: RefusedValue,
  exchange: Exchange,
): Finding[] {
  const broken = requirementById(contract, requirement);
  const about = { requirement: broken, pointer: broken.pointer, member: field, difference };
  const findings = checkRefusal(contract, { ...about, baselineAccepted: true }, exchange);
  if (findings.length > 0 || !features.has('problem-details')) return findings;
  const item = { pointer: `/${[field, ...path].map(pointed).join('/')}`, ...(code !== undefined && { code }) };
  const problem = { requirement: requirementAbout(operation, 'validation'), code: 'validation_failed', item };
  return checkProblem(contract, { ...about, problem }, exchange);
}
