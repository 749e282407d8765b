import { checkProblem } from '../../src/checks/check-problem.ts';
import { checkRefusal } from '../../src/checks/check-refusal.ts';
import { type Contract, requirementById } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';

/** A wrong value of one field of a create. */
export interface RefusedValue {
  /** Id of the requirement that forbids it. */
  requirement: string;
  member: string;
  difference: string;
  /** Code of the item of `errors` that names the field, where only one is right. */
  code?: string;
}

/** Further requirements that a case with judgeRefusedValue looks at. */
export const refusedValueCovers = ['bad-input-is-no-server-error', 'create-validation-is-422', 'problem-names-members'];

/** Judges that a create with a wrong value is refused; where problem-details is claimed, with a problem that names the field. */
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
