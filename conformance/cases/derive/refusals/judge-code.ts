import { checkProblem } from '../../../src/checks/check-problem.ts';
import { type Contract, requirementById } from '../../../src/contract/contract.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Finding } from '../../../src/outcome/finding.ts';

/** Judges that a refusal is the problem of this code, where the deployment claims problem-details. */
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
