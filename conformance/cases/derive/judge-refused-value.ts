import { checkProblem } from '../../src/checks/check-problem.ts';
import { checkRefusal } from '../../src/checks/check-refusal.ts';
import { type Contract, requirementById } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';

/** One member of a create that must not be taken. */
export interface RefusedValue {
  /** Id of the requirement that says so. */
  requirement: string;
  member: string;
  difference: string;
  /** What the item of `errors` that names the member must be, where there is only one way to call it. */
  code?: string;
}

/** What a case that uses judgeRefusedValue looks at beside its own requirement. */
export const refusedValueCovers = ['bad-input-is-no-server-error', 'create-validation-is-422', 'problem-names-members'];

/** A create with a wrong value is refused; by a deployment that claims problem details with the problem that names the member. */
export function judgeRefusedValue(
  contract: Contract,
  features: ReadonlySet<string>,
  { requirement, member: field, difference, code }: RefusedValue,
  exchange: Exchange,
): Finding[] {
  const broken = requirementById(contract, requirement);
  const about = { requirement: broken, pointer: broken.pointer, member: field, difference };
  const findings = checkRefusal(contract, { ...about, baselineAccepted: true, notFoundRefuses: false }, exchange);
  if (findings.length > 0 || !features.has('problem-details')) return findings;
  const item = { pointer: `/${field}`, ...(code !== undefined && { code }) };
  const problem = { requirement: requirementById(contract, 'create-validation-is-422'), code: 'validation_failed', item };
  return checkProblem(contract, { ...about, problem }, exchange);
}
